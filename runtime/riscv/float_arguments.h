/*
 * Numbers where a routine of assembly finds them and leaves them, whatever the calling convention: fa0, fa1 and fa2 are its arguments behind `take`, and
 * `give` hands on fa0. Conventions that pass a format in integer registers (ilp32 and lp64 both, ilp32f and lp64f `double`) have it moved; on RV32, a
 * `double` lies in two of them. The instruction set of the program may lack floating point: the machine does not.
 */
#ifndef EVERYPATH_FLOAT_ARGUMENTS_H
#define EVERYPATH_FLOAT_ARGUMENTS_H

#include "function.h"

#if defined(__riscv_flen) && __riscv_flen >= 32
#define PASSES_SINGLE
#endif
#if defined(__riscv_flen) && __riscv_flen >= 64
#define PASSES_DOUBLE
#endif

    .option arch, +f, +d, +zfh

# So many numbers.
.macro take_single count:req
#ifndef PASSES_SINGLE
    fmv.w.x fa0, a0
    .if \count > 1
    fmv.w.x fa1, a1
    .endif
    .if \count > 2
    fmv.w.x fa2, a2
    .endif
#endif
.endm

.macro give_single
#ifndef PASSES_SINGLE
    fmv.x.w a0, fa0
#endif
.endm

.macro take_double count:req
#ifndef PASSES_DOUBLE
#if __riscv_xlen == 64
    fmv.d.x fa0, a0
    .if \count > 1
    fmv.d.x fa1, a1
    .endif
    .if \count > 2
    fmv.d.x fa2, a2
    .endif
#else
    addi sp, sp, -32
    sw a0, 0(sp)
    sw a1, 4(sp)
    fld fa0, 0(sp)
    .if \count > 1
    sw a2, 8(sp)
    sw a3, 12(sp)
    fld fa1, 8(sp)
    .endif
    .if \count > 2
    sw a4, 16(sp)
    sw a5, 20(sp)
    fld fa2, 16(sp)
    .endif
    addi sp, sp, 32
#endif
#endif
.endm

.macro give_double
#ifndef PASSES_DOUBLE
#if __riscv_xlen == 64
    fmv.x.d a0, fa0
#else
    addi sp, sp, -16
    fsd fa0, 0(sp)
    lw a0, 0(sp)
    lw a1, 4(sp)
    addi sp, sp, 16
#endif
#endif
.endm

# A number of 16 bits is in the low bits of the register of a float, or of an integer. What clang makes of a `double` that is passed in integer registers
# it expects in one, too.
.macro take_half
#ifdef PASSES_SINGLE
    fmv.x.w a0, fa0
#endif
    fmv.h.x fa0, a0
.endm

.macro give_half
    fmv.x.w a0, fa0
.endm

# A function of numbers that gives one: the name of the format, how many arguments, and what is done with fa0, fa1 and fa2.
.macro number_of name:req, format:req, count:req, body:vararg
    function \name, with_numbers \format, \count, \body
.endm

.macro with_numbers format:req, count:req, body:vararg
    take_\format \count
    \body
    give_\format
.endm

#endif
