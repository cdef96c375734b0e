# Start-up code for RV32 and RV64: global pointer, stack pointer, main(0, {NULL}, {NULL}), exit.
#
# The loader has cleared .bss, so nothing else has to happen before main; a program with constructors or destructors starts in arrays.S.
# What main returns is the exit code.

    .section .text.start, "ax", @progbits
    .globl _start
    .weak __everypath_main_exit
    .type _start, @function
_start:
    .cfi_startproc
    .cfi_undefined ra
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    la sp, __stack_top
    li a0, 0
    la a1, argument_vector
    mv a2, a1
    call main
    la t0, __everypath_main_exit
    beqz t0, 1f
    call __everypath_main_exit  # a program that uses the C library: handlers of exit first
1:  mv t1, a0
    li t0, 6
    ecall
2:  j 2b
    .cfi_endproc
    .size _start, . - _start

    .section .rodata.argument_vector, "a", @progbits
    .balign 16
    .globl __everypath_argument_vector
__everypath_argument_vector:
argument_vector:
    .zero 16                    # one null pointer of either width
    .size argument_vector, . - argument_vector
