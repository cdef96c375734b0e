/*
 * Values of this system's functions without an exact result, for long double of 80 bits and for __float128: on each line the function, the
 * width, two operands and the result, all but the first in hexadecimal.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "random.h"

static void print(const void *number, int size) {
    putchar(' ');
    for (int i = size - 1; i >= 0; i--) printf("%02x", ((const unsigned char *)number)[i]);
}

/* Numbers around 1 mostly, some of all sizes, and few of few digits. */
static unsigned draw_head(void) {
    unsigned sign = next() % 3 == 0 ? 0x8000 : 0;
    switch (next() % 4) {
        case 0: return sign | (1 + next() % 0x7ffe);
        case 1: return sign | (16383 - next() % 60);
        default: return sign | (16383 - 4 + next() % 12);
    }
}
static uint64_t draw_digits(void) { return next() % 8 == 0 ? next() >> 56 << 56 : next(); }
static long double draw_extended(void) {
    uint64_t digits = draw_digits() | (uint64_t)1 << 63;
    uint16_t head = (uint16_t)draw_head();
    long double x = 0;
    memcpy(&x, &digits, 8);
    memcpy((char *)&x + 8, &head, 2);
    return x;
}
static __float128 draw_quad(void) {
    uint64_t digits[2] = {draw_digits(), draw_digits() >> 16 | (uint64_t)draw_head() << 48};
    __float128 x;
    memcpy(&x, digits, 16);
    return x;
}

#define OF_ONE(name)                          \
    __float128 name##f128(__float128);        \
    static void print_##name(void) {          \
        long double a = draw_extended();      \
        __float128 b = draw_quad();           \
        long double of_a = name##l(a);        \
        __float128 of_b = name##f128(b);      \
        printf(#name " 80");                  \
        print(&a, 10), print(&a, 10), print(&of_a, 10); \
        printf("\n" #name " 128");            \
        print(&b, 16), print(&b, 16), print(&of_b, 16); \
        putchar('\n');                        \
    }
#define OF_TWO(name)                               \
    __float128 name##f128(__float128, __float128); \
    static void print_##name(void) {               \
        long double a = draw_extended(), b = draw_extended(); \
        __float128 c = draw_quad(), d = draw_quad(); \
        long double of_a = name##l(a, b);          \
        __float128 of_c = name##f128(c, d);        \
        printf(#name " 80");                       \
        print(&a, 10), print(&b, 10), print(&of_a, 10); \
        printf("\n" #name " 128");                 \
        print(&c, 16), print(&d, 16), print(&of_c, 16); \
        putchar('\n');                             \
    }
#define ALL(one, two) \
    one(cbrt) one(exp) one(exp2) one(expm1) one(log) one(log2) one(log10) one(log1p) one(sin) one(cos) one(tan) \
    one(asin) one(acos) one(atan) one(sinh) one(cosh) one(tanh) two(pow) two(atan2) two(hypot)
ALL(OF_ONE, OF_TWO)

int main(void) {
    for (int i = 0; i < 200; i++) {
#define CALL(name) print_##name();
        ALL(CALL, CALL)
    }
    return 0;
}
