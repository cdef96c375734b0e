# setjmp and longjmp: the return address, the stack pointer and the saved registers, twelve and as many of floating point, in a jmp_buf of include/setjmp.h.

#if __riscv_xlen == 64
#define STORE sd
#define LOAD ld
#define SIZE 8
#else
#define STORE sw
#define LOAD lw
#define SIZE 4
#endif

#define EACH(operation)                                                              \
    operation ra, 0 * SIZE(a0); operation sp, 1 * SIZE(a0);                          \
    operation s0, 2 * SIZE(a0); operation s1, 3 * SIZE(a0);                          \
    operation s2, 4 * SIZE(a0); operation s3, 5 * SIZE(a0);                          \
    operation s4, 6 * SIZE(a0); operation s5, 7 * SIZE(a0);                          \
    operation s6, 8 * SIZE(a0); operation s7, 9 * SIZE(a0);                          \
    operation s8, 10 * SIZE(a0); operation s9, 11 * SIZE(a0);                        \
    operation s10, 12 * SIZE(a0); operation s11, 13 * SIZE(a0)

# Functions keep all bits of the saved registers of floating point, where numbers are passed in those; each has room for 64 bits.
#if __riscv_flen == 64
#define STORE_FLOAT fsd
#define LOAD_FLOAT fld
#elif __riscv_flen == 32
#define STORE_FLOAT fsw
#define LOAD_FLOAT flw
#endif

#if __riscv_flen >= 32
#define FLOATS (14 * SIZE)
#define EACH_FLOAT(operation)                                                        \
    operation fs0, FLOATS(a0); operation fs1, FLOATS + 8(a0);                        \
    operation fs2, FLOATS + 16(a0); operation fs3, FLOATS + 24(a0);                  \
    operation fs4, FLOATS + 32(a0); operation fs5, FLOATS + 40(a0);                  \
    operation fs6, FLOATS + 48(a0); operation fs7, FLOATS + 56(a0);                  \
    operation fs8, FLOATS + 64(a0); operation fs9, FLOATS + 72(a0);                  \
    operation fs10, FLOATS + 80(a0); operation fs11, FLOATS + 88(a0)
#else
#define EACH_FLOAT(operation)
#endif

    .section .text.setjmp, "ax", @progbits
    .weak setjmp, _setjmp
    .type setjmp, @function
setjmp:
_setjmp:
    EACH(STORE)
    EACH_FLOAT(STORE_FLOAT)
    li a0, 0
    ret
    .size setjmp, . - setjmp

    .section .text.longjmp, "ax", @progbits
    .weak longjmp, _longjmp
    .type longjmp, @function
longjmp:
_longjmp:
    EACH(LOAD)
    EACH_FLOAT(LOAD_FLOAT)
    seqz a0, a1
    add a0, a0, a1              # a result of 0 is 1
    ret
    .size longjmp, . - longjmp
