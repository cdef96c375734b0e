/*
 * <math.h>: what is not a function of the machine (crates/llvm/src/models.rs has those), from the bits of the
 * numbers. long_double.c has the functions of long double.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#define SIGN64 ((uint64_t)1 << 63)
#define INFINITY64 ((uint64_t)0x7ff << 52)
#define FRACTION64 (((uint64_t)1 << 52) - 1)
#define SIGN32 (1u << 31)
#define INFINITY32 (0xffu << 23)

#undef fpclassify
#undef isinf
#undef isnan
#undef signbit

double fabs(double x) { return double_of_bits(bits_of_double(x) & ~SIGN64); }
float fabsf(float x) { return float_of_bits(bits_of_float(x) & ~SIGN32); }

int __fpclassify(double x) {
    uint64_t magnitude = bits_of_double(x) & ~SIGN64;
    return magnitude == 0                ? FP_ZERO
           : magnitude <= FRACTION64     ? FP_SUBNORMAL
           : magnitude < INFINITY64      ? FP_NORMAL
           : magnitude == INFINITY64     ? FP_INFINITE
                                         : FP_NAN;
}
int __fpclassifyf(float x) {
    uint32_t magnitude = bits_of_float(x) & ~SIGN32;
    return magnitude == 0            ? FP_ZERO
           : magnitude < 1u << 23    ? FP_SUBNORMAL
           : magnitude < INFINITY32  ? FP_NORMAL
           : magnitude == INFINITY32 ? FP_INFINITE
                                     : FP_NAN;
}

int __isnan(double x) { return (bits_of_double(x) & ~SIGN64) > INFINITY64; }
int __isnanf(float x) { return (bits_of_float(x) & ~SIGN32) > INFINITY32; }
int __isinf(double x) {
    return ((bits_of_double(x) & ~SIGN64) == INFINITY64) * (1 - 2 * (int)(bits_of_double(x) >> 63));
}
int __isinff(float x) {
    return ((bits_of_float(x) & ~SIGN32) == INFINITY32) * (1 - 2 * (int)(bits_of_float(x) >> 31));
}
int __finite(double x) { return (bits_of_double(x) & ~SIGN64) < INFINITY64; }
int __finitef(float x) { return (bits_of_float(x) & ~SIGN32) < INFINITY32; }
int __signbit(double x) { return (int)(bits_of_double(x) >> 63); }
int __signbitf(float x) { return (int)(bits_of_float(x) >> 31); }

int(isnan)(double x) { return __isnan(x); }
int isnanf(float x) { return __isnanf(x); }
int(isinf)(double x) { return __isinf(x); }
int isinff(float x) { return __isinff(x); }
int finite(double x) { return __finite(x); }
int finitef(float x) { return __finitef(x); }

/* Macros in <math.h>: functions for programs that call them without it. */
#undef isfinite
#undef isnormal
int signbit(double x) { return __signbit(x); }
int isfinite(double x) { return __finite(x); }
int fpclassify(double x) { return __fpclassify(x); }
int isnormal(double x) { return __fpclassify(x) == FP_NORMAL; }

double nan(const char *tag) {
    (void)tag;
    return double_of_bits(INFINITY64 | (uint64_t)1 << 51);
}
float nanf(const char *tag) {
    (void)tag;
    return float_of_bits(INFINITY32 | 1u << 22);
}

#ifndef __riscv /* There it is in riscv/math.S: without the instruction, the builtin calls this function. */
double fma(double x, double y, double z) { return __builtin_elementwise_fma(x, y, z); }
float fmaf(float x, float y, float z) { return __builtin_elementwise_fma(x, y, z); }
#endif

double fdim(double x, double y) { return x <= y ? 0.0 : x - y; }
float fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }

/* x = result * 2^*exponent with 1/2 <= |result| < 1; zero, infinities and NaN as they are. */
double frexp(double x, int *exponent) {
    *exponent = 0;
    int class = __fpclassify(x);
    if (class == FP_ZERO || class == FP_NAN || class == FP_INFINITE) return x;
    int moved = 0;
    if (class == FP_SUBNORMAL) {
        x *= 0x1p54;
        moved = 54;
    }
    uint64_t bits = bits_of_double(x);
    *exponent = (int)(bits >> 52 & 0x7ff) - 1022 - moved;
    return double_of_bits((bits & ~INFINITY64) | (uint64_t)1022 << 52);
}
float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

static double power_of_two(int exponent) { return double_of_bits((uint64_t)(exponent + 1023) << 52); }

/* x * 2^exponent, rounded once: the steps before the last are exact, or zero or infinite for good. */
double scalbln(double x, long exponent) {
    if (x == 0 || !__finite(x)) return x;
    int own;
    double fraction = frexp(x, &own);
    long sum = exponent > 10000 ? 10000 : exponent < -10000 ? -10000 : exponent + own;
    if (sum > 1024 || sum < -1080) errno = ERANGE;
    if (sum > 1024) return fraction * 0x1p1023 * 0x1p1023;
    if (sum < -1080) return fraction * 0x1p-1000 * 0x1p-1000;
    if (sum >= -1020) return fraction * 2 * power_of_two((int)sum - 1);
    return fraction * 0x1p-1000 * power_of_two((int)sum + 1000);
}
double scalbn(double x, int exponent) { return scalbln(x, exponent); }
double ldexp(double x, int exponent) { return scalbln(x, exponent); }

/* Rounds twice below the normal numbers of float; the double in between is exact unless it is subnormal. */
float scalblnf(float x, long exponent) { return (float)scalbln(x, exponent); }
float scalbnf(float x, int exponent) { return (float)scalbln(x, exponent); }
float ldexpf(float x, int exponent) { return (float)scalbln(x, exponent); }

int ilogb(double x) {
    int class = __fpclassify(x), exponent;
    if (class == FP_ZERO) return FP_ILOGB0;
    if (class == FP_NAN) return FP_ILOGBNAN;
    if (class == FP_INFINITE) return INT_MAX;
    frexp(x, &exponent);
    return exponent - 1;
}
int ilogbf(float x) { return ilogb(x); }

double logb(double x) {
    int class = __fpclassify(x);
    if (class == FP_ZERO) return -double_of_bits(INFINITY64);
    if (class == FP_NAN) return x;
    if (class == FP_INFINITE) return fabs(x);
    return ilogb(x);
}
float logbf(float x) { return (float)logb(x); }

double modf(double x, double *whole) {
    *whole = trunc(x);
    double rest = __finite(x) ? x - *whole : __isnan(x) ? x : 0.0;
    return copysign(rest, x);
}
float modff(float x, float *whole) {
    double part;
    float rest = (float)modf(x, &part);
    *whole = (float)part;
    return rest;
}

/* A rounded number as an integer; what does not fit is a violation, as for a conversion. */
#define TO_INTEGER(name, type, round, low, high)                                 \
    type name(double x) {                                                        \
        double rounded = round(x);                                               \
        __everypath_check("invalid-conversion", rounded >= low && rounded < high); \
        return (type)rounded;                                                    \
    }                                                                            \
    type name##f(float x) { return name(x); }
#define LONG_LOW (-HIGH_OF_LONG)
#define HIGH_OF_LONG (sizeof(long) == 8 ? 0x1p63 : 0x1p31)

TO_INTEGER(lround, long, round, LONG_LOW, HIGH_OF_LONG)
TO_INTEGER(llround, long long, round, -0x1p63, 0x1p63)
TO_INTEGER(lrint, long, rint, LONG_LOW, HIGH_OF_LONG)
TO_INTEGER(llrint, long long, rint, -0x1p63, 0x1p63)

/* A result that is infinite, though x is not, or is subnormal or zero, sets errno as glibc's do. */
double nextafter(double x, double y) {
    if (__isnan(x) || __isnan(y)) return x + y;
    if (x == y) return y;
    uint64_t bits = bits_of_double(x);
    double next = x == 0 ? copysign(double_of_bits(1), y) : double_of_bits((x < y) == (x > 0) ? bits + 1 : bits - 1);
    uint64_t exponent = bits_of_double(next) & INFINITY64;
    if (exponent == INFINITY64 || exponent == 0) errno = ERANGE;
    return next;
}
float nextafterf(float x, float y) {
    if (__isnanf(x) || __isnanf(y)) return x + y;
    if (x == y) return y;
    uint32_t bits = bits_of_float(x);
    float next = x == 0 ? copysignf(float_of_bits(1), y) : float_of_bits((x < y) == (x > 0) ? bits + 1 : bits - 1);
    uint32_t exponent = bits_of_float(next) & INFINITY32;
    if (exponent == INFINITY32 || exponent == 0) errno = ERANGE;
    return next;
}

/* x - n * y with n the integer nearest to x / y; and the low bits of n. */
double remquo(double x, double y, int *quotient) {
    *quotient = 0;
    if (__isnan(x) || __isnan(y)) return x + y;
    if (!__finite(x) || y == 0) return (x * y) / (x * y);
    double divisor = fabs(y), number = fabs(x);
    if (divisor <= 0x1p1020) number = fmod(number, 8 * divisor);
    int count = 0;
    for (int i = 4; i >= 1; i /= 2) {
        double part = i * divisor; /* exact, or infinite and then too large anyway */
        if (number >= part) {
            number -= part;
            count += i;
        }
    }
    /* Half of the divisor, without losing its last bit. */
    _Bool above = divisor < 0x1p-1021 ? number + number > divisor : number > divisor / 2;
    _Bool half = divisor < 0x1p-1021 ? number + number == divisor : number == divisor / 2;
    if (above || (half && count % 2 != 0)) {
        number -= divisor;
        count++;
    }
    count &= 7;
    *quotient = __signbit(x) != __signbit(y) ? -count : count;
    if (number == 0) return copysign(0.0, x);
    return __signbit(x) ? -number : number;
}
float remquof(float x, float y, int *quotient) { return (float)remquo(x, y, quotient); }
void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}
void sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}

double exp10(double x) { return pow(10, x); }
float exp10f(float x) { return powf(10, x); }
