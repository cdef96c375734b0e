# The functions that compilers call for arithmetic on integers that a program has no instructions for (the names are those of libgcc's "Routines for integer
# arithmetic"): multiplication and division without the M extension, numbers of bits without Zbb, and both for numbers of two registers. Each is the instruction
# that the program lacks and the machine has, or else a request, so that a symbolic number costs no more than on a processor that has it. Division by
# zero is a violation, as that by an instruction is.

#include "function.h"

    .option arch, +m, +zbb

# All of a mode: its letters in names, and what the instructions have behind theirs.
.macro arithmetic mode:req, suffix
    function __mul\mode\()3, mul\suffix a0, a0, a1
    function __div\mode\()3, div\suffix a0, a0, a1
    function __udiv\mode\()3, divu\suffix a0, a0, a1
    function __mod\mode\()3, rem\suffix a0, a0, a1
    function __umod\mode\()3, remu\suffix a0, a0, a1
.endm

.macro count_bits mode:req, suffix
    function __clz\mode\()2, clz\suffix a0, a0
    function __ctz\mode\()2, ctz\suffix a0, a0
    function __popcount\mode\()2, cpop\suffix a0, a0
.endm

# Operation `number` of request 27.
.macro request number:req
    li t1, \number
    li t0, 27
    ecall
.endm

.macro arithmetic_of_two_registers mode:req
    function __mul\mode\()3, request 0
    function __div\mode\()3, request 1
    function __udiv\mode\()3, request 2
    function __mod\mode\()3, request 3
    function __umod\mode\()3, request 4
.endm

#if __riscv_xlen == 32
    arithmetic si
    count_bits si
    arithmetic_of_two_registers di
#else
    arithmetic si, w
    count_bits si, w
    arithmetic di
    count_bits di
    arithmetic_of_two_registers ti
#endif
