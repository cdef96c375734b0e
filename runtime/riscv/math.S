# The functions of <math.h> that are operations of the machine (crates/llvm/src/models.rs has them for LLVM code), for instruction sets with
# floating point: an instruction where there is one, and otherwise a request. Behind request 25, t1 is twice the number of the function in
# MathFunction::ALL (crates/program/src/float.rs), and one more for float; arguments and result are where the calling convention has them.
#
# A request raises no exceptions. Where the C function may, this is noted, and <fenv.h> gives up the question which were raised.

#if __riscv_flen == 64

    .section .bss.__everypath_unknown_exceptions, "aw", @nobits
    .globl __everypath_unknown_exceptions
__everypath_unknown_exceptions:
    .zero 1

# A function in both formats, by its name and what is between the label and the return.
.macro function name:req, body:vararg
    .section .text.\name, "ax", @progbits
    .weak \name
    .type \name, @function
\name:
    \body
    ret
    .size \name, . - \name
.endm

.macro ask number:req
    li t1, \number
    li t0, 25
    ecall
.endm

.macro note_and_ask number:req
    la t0, __everypath_unknown_exceptions
    li t1, 1
    sb t1, 0(t0)
    ask \number
.endm

.macro each name:req, kind:req, number:req
    function \name, \kind 2 * \number
    function \name\()l, \kind 2 * \number
    function \name\()f, \kind 2 * \number + 1
.endm

    function sqrt, fsqrt.d fa0, fa0
    function sqrtl, fsqrt.d fa0, fa0
    function sqrtf, fsqrt.s fa0, fa0
    function fmin, fmin.d fa0, fa0, fa1
    function fminl, fmin.d fa0, fa0, fa1
    function fminf, fmin.s fa0, fa0, fa1
    function fmax, fmax.d fa0, fa0, fa1
    function fmaxl, fmax.d fa0, fa0, fa1
    function fmaxf, fmax.s fa0, fa0, fa1
    function copysign, fsgnj.d fa0, fa0, fa1
    function copysignl, fsgnj.d fa0, fa0, fa1
    function copysignf, fsgnj.s fa0, fa0, fa1

    each cbrt, note_and_ask, 1
    each floor, ask, 2
    each ceil, ask, 3
    each trunc, ask, 4
    each round, ask, 5
    each roundeven, ask, 6
    each rint, note_and_ask, 7
    each nearbyint, ask, 7
    each exp, note_and_ask, 8
    each exp2, note_and_ask, 9
    each expm1, note_and_ask, 10
    each log, note_and_ask, 11
    each log2, note_and_ask, 12
    each log10, note_and_ask, 13
    each log1p, note_and_ask, 14
    each sin, note_and_ask, 15
    each cos, note_and_ask, 16
    each tan, note_and_ask, 17
    each asin, note_and_ask, 18
    each acos, note_and_ask, 19
    each atan, note_and_ask, 20
    each sinh, note_and_ask, 21
    each cosh, note_and_ask, 22
    each tanh, note_and_ask, 23
    each pow, note_and_ask, 24
    each atan2, note_and_ask, 25
    each hypot, note_and_ask, 26
    each fmod, note_and_ask, 27
    each remainder, note_and_ask, 28
    each drem, note_and_ask, 28

#endif
