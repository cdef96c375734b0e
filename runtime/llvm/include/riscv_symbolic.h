/*
 * The `sym-iss` protocol: how a program talks to the checker through ECALL.
 *
 * t0 selects the request; the other registers are its parameters and must hold constants, except for the
 * condition. Requests 1..4 are those of the symbolic instruction set simulator whose protocol this is;
 * the others are additions of Everypath. From 8 on they are for the C library and give their result in t1.
 *
 *   t0 = 1  assert              t1 = number of the register with the condition (7 = t2), t2 = condition
 *   t0 = 2  assume              as above
 *   t0 = 3  symbolic register   t1 = number of the register
 *   t0 = 4  symbolic memory     t1 = address, t2 = size in bytes
 *   t0 = 5  named memory        t1 = address, t2 = size in bytes, t3 = address of a NUL-terminated name
 *   t0 = 6  exit                t1 = exit code; does not come back
 *   t0 = 7  write               t1 = address, t2 = size in bytes; to standard output
 *   t0 = 8, 9     read, write         t1 = stream, t2 = address, t3 = size
 *   t0 = 10, 11   open, close         t1 = path, t2 = flags; t1 = stream
 *   t0 = 12..14   seek, size, kind    t1 = stream, t2 = offset, t3 = whence
 *   t0 = 15       clock               nanoseconds
 *   t0 = 16, 17   is symbolic, constant of   t1 = value
 *   t0 = 18       check               t1 = number of the property (../riscv/requests.h), t2 = condition
 *   t0 = 19       give up the path    does not come back
 *   t0 = 20..23   prefer, ask symbolic, object size, define object: those of KLEE
 *   t0 = 24       assumption          t1 = number of it (../riscv/requests.h): whether the run makes it
 *   t0 = 25       <math.h>            fa0 becomes a function of fa0 and fa1 (../riscv/math.S)
 *   t0 = 26       invariant           t1 = condition: a suggestion for provers
 *   t0 = 27       two registers       a0, a1 become an operation on a0, a1 and a2, a3 (../riscv/soft_integer.S)
 *
 * Every function here is inlined and has no debug information of its own, so that the ECALL carries the
 * source line of its caller, at every -O level. All registers are inputs of the asm statement, and the
 * statement clobbers memory: without that, an optimising compiler may drop or move the assignments.
 *
 * On other targets the functions are only declared: the LLVM front end knows them by name.
 */
#ifndef RISCV_SYMBOLIC_H
#define RISCV_SYMBOLIC_H

#if defined(__riscv)

#if defined(__clang__)
#define EVERYPATH_INLINE static inline __attribute__((always_inline, nodebug, unused))
#else
#define EVERYPATH_INLINE static inline __attribute__((always_inline, artificial, unused))
#endif

#define EVERYPATH_ECALL(request, parameter1, parameter2, parameter3)             \
    register long everypath_t0 __asm__("t0") = (request);                        \
    register unsigned long everypath_t1 __asm__("t1") = (unsigned long)(parameter1); \
    register unsigned long everypath_t2 __asm__("t2") = (unsigned long)(parameter2); \
    register unsigned long everypath_t3 __asm__("t3") = (unsigned long)(parameter3); \
    __asm__ volatile("ecall"                                                     \
                     :                                                           \
                     : "r"(everypath_t0), "r"(everypath_t1), "r"(everypath_t2), "r"(everypath_t3) \
                     : "memory")

/* A violation unless the condition is non-zero for every input that comes here; else the path goes on. */
EVERYPATH_INLINE void riscv_assert(int condition) { EVERYPATH_ECALL(1, 7, condition, 0); }

/* Only inputs for which the condition is non-zero go on. */
EVERYPATH_INLINE void riscv_assume(int condition) { EVERYPATH_ECALL(2, 7, condition, 0); }

/* The `size` bytes from `address` on may have any value. */
EVERYPATH_INLINE void riscv_make_symbolic(unsigned long address, unsigned long size) {
    EVERYPATH_ECALL(4, address, size, 0);
}

#else

#ifdef __cplusplus
extern "C" {
#endif
void riscv_assert(int condition);
void riscv_assume(int condition);
void riscv_make_symbolic(unsigned long address, unsigned long size);
#ifdef __cplusplus
}
#endif

#endif
#endif
