/*
 * What a program under check says to Everypath: which bytes are inputs, what may be assumed of them, and
 * what must hold.
 *
 *     #include <everypath.h>
 *     int main(void) {
 *         int x = everypath_int("x");
 *         everypath_assume(x > 0);
 *         everypath_assert(x + 1 > x);
 *     }
 *
 * A violated assertion ends the path; one that holds has no effect. Conditions are evaluated by the
 * program: `a && b` is a branch and splits the path, `(a) & (b)` is not.
 */
#ifndef EVERYPATH_H
#define EVERYPATH_H

#include <stdint.h>

#include "riscv_symbolic.h"

#ifdef __cplusplus
#define EVERYPATH_BOOL bool
#define EVERYPATH_NORETURN [[noreturn]]
#else
#define EVERYPATH_BOOL _Bool
#define EVERYPATH_NORETURN _Noreturn
#endif

#if defined(__riscv)

/* The `size` bytes from `address` on are the input `name`, any value. `name` must be a constant string. */
EVERYPATH_INLINE void everypath_make_symbolic(void *address, unsigned long size, const char *name) {
    EVERYPATH_ECALL(5, address, size, name);
}

/* Only inputs for which the condition holds go on. A condition of any width is compared with zero. */
EVERYPATH_INLINE void everypath_assume(EVERYPATH_BOOL condition) { EVERYPATH_ECALL(2, 7, condition, 0); }

/* A violation unless the condition holds for every input that comes here. */
EVERYPATH_INLINE void everypath_assert(EVERYPATH_BOOL condition) { EVERYPATH_ECALL(1, 7, condition, 0); }

/* Suggests an invariant of the loop around: the prover tries it, nobody relies on it. */
EVERYPATH_INLINE void everypath_invariant(EVERYPATH_BOOL condition) { EVERYPATH_ECALL(26, condition, 0, 0); }

/* Ends the program with an exit code. */
EVERYPATH_NORETURN EVERYPATH_INLINE void everypath_exit(int code) {
    EVERYPATH_ECALL(6, code, 0, 0);
    __builtin_unreachable();
}

/* Writes `size` bytes from `address` on to standard output. */
EVERYPATH_INLINE void everypath_write(const void *address, unsigned long size) {
    EVERYPATH_ECALL(7, address, size, 0);
}

#else

#define EVERYPATH_INLINE static inline __attribute__((always_inline, unused))

#ifdef __cplusplus
extern "C" {
#endif
void everypath_make_symbolic(void *address, unsigned long size, const char *name);
void everypath_assume(EVERYPATH_BOOL condition);
void everypath_assert(EVERYPATH_BOOL condition);
void everypath_invariant(EVERYPATH_BOOL condition);
EVERYPATH_NORETURN void everypath_exit(int code);
void everypath_write(const void *address, unsigned long size);
#ifdef __cplusplus
}
#endif

#endif

/* One new input of a type: `uint8_t length = everypath_u8("length");` */
#define EVERYPATH_INPUT(function, type)                             \
    EVERYPATH_INLINE type everypath_##function(const char *name) {  \
        type input;                                                 \
        everypath_make_symbolic(&input, sizeof input, name);        \
        return input;                                               \
    }

EVERYPATH_INPUT(float, float)
EVERYPATH_INPUT(double, double)
EVERYPATH_INPUT(char, char)
EVERYPATH_INPUT(int, int)
EVERYPATH_INPUT(unsigned, unsigned)
EVERYPATH_INPUT(long, long)
EVERYPATH_INPUT(size, unsigned long)
EVERYPATH_INPUT(i8, int8_t)
EVERYPATH_INPUT(i16, int16_t)
EVERYPATH_INPUT(i32, int32_t)
EVERYPATH_INPUT(i64, int64_t)
EVERYPATH_INPUT(u8, uint8_t)
EVERYPATH_INPUT(u16, uint16_t)
EVERYPATH_INPUT(u32, uint32_t)
EVERYPATH_INPUT(u64, uint64_t)

/* A new truth value: bit 0 of a one-byte input. */
EVERYPATH_INLINE EVERYPATH_BOOL everypath_bool(const char *name) {
    return (EVERYPATH_BOOL)(everypath_u8(name) & 1);
}

/* A new integer of low..high, both included. */
EVERYPATH_INLINE int everypath_range(int low, int high, const char *name) {
    int input = everypath_int(name);
    everypath_assume((low <= input) & (input <= high));
    return input;
}

/* Makes a variable or array an input that is named as it is written. */
#define EVERYPATH_SYMBOLIC(object) everypath_make_symbolic(&(object), sizeof(object), #object)

#endif
