# The functions that compilers call for arithmetic on numbers that a program has no instructions for (the names are those of libgcc's "Routines for
# floating point emulation"), in conventions that pass such numbers in integer registers. Each is the instruction that the program lacks and the
# machine has, so that a symbolic number stays one. Conversions between numbers and integers of two registers are in conversions.c.

#include "float_arguments.h"

# A function that gives an integer: what `body` leaves in a0.
.macro integer_of name:req, format:req, count:req, body:vararg
    function \name, with_integer \format, \count, \body
.endm

.macro with_integer format:req, count:req, body:vararg
    take_\format \count
    \body
.endm

# A function of an integer in a0 that gives a number.
.macro number_from name:req, format:req, body:vararg
    function \name, with_result \format, \body
.endm

.macro with_result format:req, body:vararg
    \body
    give_\format
.endm

# Comparisons give a number that compares with zero as the operands do with each other; if one of them is a NaN, it is one for which the question in the
# name has the answer no.
.macro less instruction:req, first:req, second:req
    \instruction a0, \first, \second
    neg a0, a0
.endm

.macro greater_equal instruction:req, first:req, second:req
    \instruction a0, \first, \second
    addi a0, a0, -1
.endm

.macro less_equal instruction:req, first:req, second:req
    \instruction a0, \first, \second
    xori a0, a0, 1
.endm

# Less: -1; greater: 1.
.macro order suffix:req
    flt.\suffix a0, fa0, fa1
    flt.\suffix a1, fa1, fa0
    sub a0, a1, a0
.endm

# Whether one of two is a NaN.
.macro unordered suffix:req
    feq.\suffix a0, fa0, fa0
    feq.\suffix a1, fa1, fa1
    and a0, a0, a1
    xori a0, a0, 1
.endm

# All of a format: its letter in names, its name here, and its letter in instructions.
.macro arithmetic letter:req, format:req, suffix:req
    number_of __add\letter\()f3, \format, 2, fadd.\suffix fa0, fa0, fa1
    number_of __sub\letter\()f3, \format, 2, fsub.\suffix fa0, fa0, fa1
    number_of __mul\letter\()f3, \format, 2, fmul.\suffix fa0, fa0, fa1
    number_of __div\letter\()f3, \format, 2, fdiv.\suffix fa0, fa0, fa1
    number_of __neg\letter\()f2, \format, 1, fneg.\suffix fa0, fa0

    integer_of __eq\letter\()f2, \format, 2, less_equal feq.\suffix, fa0, fa1
    integer_of __ne\letter\()f2, \format, 2, less_equal feq.\suffix, fa0, fa1
    integer_of __lt\letter\()f2, \format, 2, less flt.\suffix, fa0, fa1
    integer_of __le\letter\()f2, \format, 2, less_equal fle.\suffix, fa0, fa1
    integer_of __gt\letter\()f2, \format, 2, flt.\suffix a0, fa1, fa0
    integer_of __ge\letter\()f2, \format, 2, greater_equal fle.\suffix, fa1, fa0
    integer_of __cmp\letter\()f2, \format, 2, order \suffix
    integer_of __unord\letter\()f2, \format, 2, unordered \suffix

    integer_of __fix\letter\()fsi, \format, 1, fcvt.w.\suffix a0, fa0, rtz
    integer_of __fixuns\letter\()fsi, \format, 1, fcvt.wu.\suffix a0, fa0, rtz
    number_from __floatsi\letter\()f, \format, fcvt.\suffix\().w fa0, a0
    number_from __floatunsi\letter\()f, \format, fcvt.\suffix\().wu fa0, a0
#if __riscv_xlen == 64
    integer_of __fix\letter\()fdi, \format, 1, fcvt.l.\suffix a0, fa0, rtz
    integer_of __fixuns\letter\()fdi, \format, 1, fcvt.lu.\suffix a0, fa0, rtz
    number_from __floatdi\letter\()f, \format, fcvt.\suffix\().l fa0, a0
    number_from __floatundi\letter\()f, \format, fcvt.\suffix\().lu fa0, a0
#endif
.endm

.macro convert take:req, give:req, instruction:req
    \take
    \instruction fa0, fa0
    \give
.endm

#ifndef PASSES_SINGLE
    arithmetic s, single, s
#endif
#ifndef PASSES_DOUBLE
    arithmetic d, double, d
    function __extendsfdf2, convert "take_single 1", give_double, fcvt.d.s
    function __truncdfsf2, convert "take_double 1", give_single, fcvt.s.d
#endif
    function __extendhfsf2, convert take_half, give_single, fcvt.s.h
    function __extendhfdf2, convert take_half, give_double, fcvt.d.h
    function __truncsfhf2, convert "take_single 1", give_half, fcvt.h.s
    function __truncdfhf2, convert "take_double 1", give_half, fcvt.h.d
