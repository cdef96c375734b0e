/*
 * What the files of this directory share. They are compiled as one: library.c includes them all, after it has
 * set what the system headers look at.
 */
#ifndef EVERYPATH_COMMON_H
#define EVERYPATH_COMMON_H

#include <stdint.h>

#include "machine.h"

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

#endif
