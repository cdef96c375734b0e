/*
 * The variable arguments of printf() and scanf(), and whether they are what the conversions take (C17 7.21.6.1p9,
 * 7.21.6.2p10); and whether the conversions are some at all.
 *
 * Before the arguments of a call lie their kinds, one byte for each slot (crates/llvm/src/lower/variadic.rs). Signedness is
 * not compared, nor what a pointer points at: those are no difference for the call.
 */
#ifndef EVERYPATH_ARGUMENTS_H
#define EVERYPATH_ARGUMENTS_H

#include <stdarg.h>

/* In a structure, so that a function can be given its address whatever a va_list is. */
struct arguments {
    va_list list;
};

/* On RISC-V targets all are unknown. */
enum argument_kind {
    ARGUMENT_NONE,     /* no argument begins here */
    ARGUMENT_INT,      /* an integer of at most 32 bits */
    ARGUMENT_WIDE,     /* an integer of 64 bits */
    ARGUMENT_DOUBLE,   /* a floating-point number of 64 bits */
    ARGUMENT_EXTENDED, /* one of 80 bits */
    ARGUMENT_POINTER,  /* an address */
    ARGUMENT_OTHER,    /* a structure, a vector, an integer of more bits */
    ARGUMENT_UNKNOWN   /* not passed by a call that notes kinds */
};

/* Where the next argument lies, if none is in a register. */
static const void *next_argument(const struct arguments *from) {
#if defined(__x86_64__)
    return from->list[0].overflow_arg_area;
#else
    const void *at;
    __builtin_memcpy(&at, &from->list, sizeof at);
    return at;
#endif
}

/* The kind of the next argument, of a type with this alignment. */
static enum argument_kind argument_kind(const struct arguments *from, size_t alignment) {
    const byte *at = next_argument(from);
    if (at == NULL) return ARGUMENT_NONE;
    const byte *start = __everypath_variable_arguments(at);
    if (start == NULL) return ARGUMENT_UNKNOWN;
    size_t header = *(const size_t *)(const void *)start, kinds = sizeof(uint64_t);
    size_t place = (size_t)(at - start - header) + alignment - 1;
    size_t slot = (place - place % alignment) / sizeof(void *);
    return slot < header - kinds ? (enum argument_kind)start[kinds + slot] : ARGUMENT_NONE;
}

/* Requires that the next argument is there and of this kind. */
static void expect_argument(const struct arguments *from, enum argument_kind expected) {
    enum argument_kind kind = argument_kind(from, expected == ARGUMENT_EXTENDED ? _Alignof(long double) : 1);
    __everypath_check("invalid-call", (kind == expected) | (kind == ARGUMENT_UNKNOWN));
}

/* Requires that what begins with % is a conversion specification, of C or of glibc (C17 7.21.6.1p9, 7.21.6.2p13). */
static void expect_conversion(_Bool is_one) { __everypath_check("invalid-call", is_one); }

static int next_int(struct arguments *from) {
    expect_argument(from, ARGUMENT_INT);
    return va_arg(from->list, int);
}

/* An integer of `size` bytes, which the default promotions have made at least an int. */
static unsigned long long next_integer(struct arguments *from, int size) {
    if (size <= (int)sizeof(int)) return (unsigned)next_int(from);
    expect_argument(from, ARGUMENT_WIDE);
    return va_arg(from->list, unsigned long long);
}

static double next_double(struct arguments *from) {
    expect_argument(from, ARGUMENT_DOUBLE);
    return va_arg(from->list, double);
}

static long double next_long_double(struct arguments *from) {
    expect_argument(from, HAS_EXTENDED ? ARGUMENT_EXTENDED : ARGUMENT_DOUBLE);
    return va_arg(from->list, long double);
}

static void *next_pointer(struct arguments *from) {
    expect_argument(from, ARGUMENT_POINTER);
    return va_arg(from->list, void *);
}

#endif
