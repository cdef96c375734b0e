# The functions of <math.h> that are operations of the machine (crates/llvm/src/models.rs has them for LLVM code): an instruction where there is one,
# and otherwise a request. Behind request 25, t1 is twice the number of the function in MathFunction::ALL (crates/program/src/float.rs), and one
# more for float; its arguments and its result are in fa0 and fa1.
#
# A request raises no exceptions. Where the C function may, this is noted, and <fenv.h> gives up the question which were raised.

#include "float_arguments.h"

    .section .bss.__everypath_unknown_exceptions, "aw", @nobits
    .globl __everypath_unknown_exceptions
__everypath_unknown_exceptions:
    .zero 1

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

# A function in all formats, by its name, its number of arguments and that of the request.
.macro each name:req, count:req, kind:req, number:req
    number_of \name, double, \count, \kind 2 * \number
    number_of \name\()l, double, \count, \kind 2 * \number
    number_of \name\()f, single, \count, \kind 2 * \number + 1
.endm

# The same for an instruction.
.macro each_by name:req, count:req, instruction:req, operands:vararg
    number_of \name, double, \count, \instruction\().d \operands
    number_of \name\()l, double, \count, \instruction\().d \operands
    number_of \name\()f, single, \count, \instruction\().s \operands
.endm

    each_by sqrt, 1, fsqrt, fa0, fa0
    each_by fmin, 2, fmin, fa0, fa0, fa1
    each_by fmax, 2, fmax, fa0, fa0, fa1
    number_of fma, double, 3, fmadd.d fa0, fa0, fa1, fa2
    number_of fmaf, single, 3, fmadd.s fa0, fa0, fa1, fa2
    each_by copysign, 2, fsgnj, fa0, fa0, fa1

    each cbrt, 1, note_and_ask, 1
    each floor, 1, ask, 2
    each ceil, 1, ask, 3
    each trunc, 1, ask, 4
    each round, 1, ask, 5
    each roundeven, 1, ask, 6
    each rint, 1, note_and_ask, 7
    each nearbyint, 1, ask, 7
    each exp, 1, note_and_ask, 8
    each exp2, 1, note_and_ask, 9
    each expm1, 1, note_and_ask, 10
    each log, 1, note_and_ask, 11
    each log2, 1, note_and_ask, 12
    each log10, 1, note_and_ask, 13
    each log1p, 1, note_and_ask, 14
    each sin, 1, note_and_ask, 15
    each cos, 1, note_and_ask, 16
    each tan, 1, note_and_ask, 17
    each asin, 1, note_and_ask, 18
    each acos, 1, note_and_ask, 19
    each atan, 1, note_and_ask, 20
    each sinh, 1, note_and_ask, 21
    each cosh, 1, note_and_ask, 22
    each tanh, 1, note_and_ask, 23
    each pow, 2, note_and_ask, 24
    each atan2, 2, note_and_ask, 25
    each hypot, 2, note_and_ask, 26
    each fmod, 2, note_and_ask, 27
    each remainder, 2, note_and_ask, 28
    each drem, 2, note_and_ask, 28
