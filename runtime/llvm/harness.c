/*
 * What harnesses call that has a body: functions of `klee/klee.h` and of `everypath.h`. The others are rows of
 * crates/llvm/src/models.rs.
 */
#include <errno.h>
#include <stdlib.h>

#include "include/klee/klee.h"

#ifndef __riscv /* There it is a request in place. */
void everypath_write(const void *from, unsigned long size) {
    const byte *at = from;
    while (size > 0) {
        long count = __everypath_write(1, at, size);
        if (count <= 0) break;
        at += count;
        size -= (unsigned long)count;
    }
}
#endif

void klee_make_symbolic(void *address, size_t size, const char *name) {
    __everypath_make_symbolic(address, size, name == NULL ? "unnamed" : name);
}

/* An integer of first..last-1. A range from 0 is unsigned, so that the condition is one comparison. */
int klee_range(int first, int last, const char *name) {
    __everypath_check("assertion", first < last);
    if (first + 1 == last) return first;
    int value;
    klee_make_symbolic(&value, sizeof value, name);
    if (first == 0) {
        __everypath_assume((unsigned)value < (unsigned)last);
    } else {
        __everypath_assume((first <= value) & (value < last));
    }
    return value;
}

int klee_int(const char *name) {
    int value;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}

uintptr_t klee_choose(uintptr_t count) {
    __everypath_check("assertion", count != 0);
    uintptr_t value;
    klee_make_symbolic(&value, sizeof value, "klee_choose");
    __everypath_assume(value < count);
    return value;
}

void klee_abort(void) { abort(); }

/* The path ends without a test case: as if its inputs were not of interest. */
void klee_silent_exit(int status) {
    (void)status;
    __everypath_assume(0);
    __everypath_exit(0);
}

int klee_get_errno(void) { return errno; }

/*
 * A constant that the expression can be. KLEE takes one and leaves the expression free, so that what it follows may be no run of the
 * program; here the expression is that constant, and up to 16 of its values are followed; if it has more, the others are a cut.
 */
static uint64_t constant_of(uint64_t value) {
    if (sizeof(size_t) == sizeof value) return __everypath_constant_of((size_t)value);
    uint64_t low = __everypath_constant_of((size_t)value);
    return low | (uint64_t)__everypath_constant_of((size_t)(value >> 32)) << 32;
}

#define GET_VALUE(name, type, bits)                        \
    type name(type value) {                                \
        union {                                            \
            uint64_t whole;                                \
            type part;                                     \
        } constant = {constant_of(bits)};                  \
        return constant.part;                              \
    }

GET_VALUE(klee_get_valuef, float, bits_of_float(value))
GET_VALUE(klee_get_valued, double, bits_of_double(value))
GET_VALUE(klee_get_valuel, long, (unsigned long)value)
GET_VALUE(klee_get_valuell, long long, (unsigned long long)value)
GET_VALUE(klee_get_value_i32, int32_t, (uint32_t)value)
GET_VALUE(klee_get_value_i64, int64_t, (uint64_t)value)

/* Reads the bytes, which is what the machine checks. */
void klee_check_memory_access(const void *address, size_t size) {
    const volatile byte *at = address;
    for (size_t i = 0; i < size; i++) (void)at[i];
}
