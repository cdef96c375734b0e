/*
 * What the files of this directory share. They are compiled as one: library.c includes them all, after it has
 * set what the system headers look at.
 */
#ifndef EVERYPATH_COMMON_H
#define EVERYPATH_COMMON_H

#include <float.h>
#include <stdint.h>

#include "machine.h"

/* Whether long double has the 80 bits of the x87; otherwise it is double. */
#define HAS_EXTENDED (LDBL_MANT_DIG == 64)

/* Gives a function its name in object code. The headers of glibc send some names to others (`scanf` to
 * `__isoc99_scanf`), and both have to be here. */
#define OBJECT_NAME(name) __asm__(#name)

typedef unsigned char byte;

/* Whether a number of up to 64 bits is symbolic, whatever the width of an address. */
static inline _Bool is_symbolic(unsigned long long value) {
    if (__everypath_is_symbolic((size_t)value)) return 1;
    return sizeof(size_t) < sizeof value && __everypath_is_symbolic((size_t)(value >> 32));
}

/*
 * Classes of characters in the C locale. Without a branch, so that a symbolic character does not split the
 * path; the functions of <ctype.h> and everything that reads text use these.
 */
static inline int in_range(int c, int first, int last) {
    return (unsigned)c - (unsigned)first <= (unsigned)(last - first);
}
static inline int is_digit(int c) { return in_range(c, '0', '9'); }
static inline int is_upper(int c) { return in_range(c, 'A', 'Z'); }
static inline int is_lower(int c) { return in_range(c, 'a', 'z'); }
static inline int is_alpha(int c) { return is_upper(c) | is_lower(c); }
static inline int is_space(int c) { return in_range(c, '\t', '\r') | (c == ' '); }
static inline int to_lower(int c) { return c + (is_upper(c) << 5); }
static inline int to_upper(int c) { return c - (is_lower(c) << 5); }

/* The value of a digit in bases up to 36; 99 for any other character. */
static inline unsigned digit_value(int c) {
    unsigned decimal = (unsigned)c - '0', letter = (unsigned)to_lower(c) - 'a';
    return decimal < 10 ? decimal : letter < 26 ? letter + 10 : 99;
}

static inline uint64_t bits_of_double(double number) {
    uint64_t bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline double double_of_bits(uint64_t bits) {
    double number;
    __builtin_memcpy(&number, &bits, sizeof number);
    return number;
}

static inline uint32_t bits_of_float(float number) {
    uint32_t bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline float float_of_bits(uint32_t bits) {
    float number;
    __builtin_memcpy(&number, &bits, sizeof number);
    return number;
}

#if HAS_EXTENDED
/* The 80 bits of a number: exponent with the sign above it, and all digits of the significand, the leading one included. */
struct extended_bits {
    uint64_t significand;
    uint16_t head;
};

static inline struct extended_bits bits_of_extended(long double number) {
    struct extended_bits bits;
    __builtin_memcpy(&bits.significand, &number, 8);
    __builtin_memcpy(&bits.head, (const char *)&number + 8, 2);
    return bits;
}

static inline long double extended_of_bits(unsigned head, uint64_t significand) {
    uint16_t upper = (uint16_t)head;
    long double number = 0;
    __builtin_memcpy(&number, &significand, 8);
    __builtin_memcpy((char *)&number + 8, &upper, 2);
    return number;
}
#endif

#endif
