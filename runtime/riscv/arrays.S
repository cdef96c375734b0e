# Start-up code for RV32 and RV64 of programs that have constructors or destructors: destructors are registered as what runs at the end, the
# last one last, so that they run in the reverse order behind all that the program registers; constructors run; then as in crt0.S.

#if __riscv_xlen == 64
#define LOAD ld
#define BYTES 8
#else
#define LOAD lw
#define BYTES 4
#endif

    .section .text.arrays, "ax", @progbits
    .globl __everypath_start_with_arrays
    .type __everypath_start_with_arrays, @function
__everypath_start_with_arrays:
    .cfi_startproc
    .cfi_undefined ra
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    la sp, __stack_top
    la s0, __fini_array_start
    la s1, __fini_array_end
1:  beq s0, s1, 2f
    LOAD a0, 0(s0)
    addi s0, s0, BYTES
    call __everypath_run_at_exit
    j 1b
2:  la s0, __init_array_start
    la s1, __init_array_end
3:  beq s0, s1, 4f
    LOAD t2, 0(s0)
    addi s0, s0, BYTES
    li a0, 0
    la a1, __everypath_argument_vector
    mv a2, a1
    jalr t2
    j 3b
4:  li a0, 0
    la a1, __everypath_argument_vector
    mv a2, a1
    call main
    call __everypath_main_exit
5:  j 5b
    .cfi_endproc
    .size __everypath_start_with_arrays, . - __everypath_start_with_arrays
