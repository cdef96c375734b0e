/*
 * <math.h> for long double: what is not a function of the machine. Where long double is double, the functions are those of double;
 * where it has the 80 bits of the x87, they work on its bits as math.c does. The error and gamma functions are those of double only (special.c).
 */
#include <errno.h>
#include <limits.h>
#include <math.h>

#if HAS_EXTENDED

#define EXTENDED_EXPONENT 0x7fffu
#define EXTENDED_LEADING ((uint64_t)1 << 63)

static unsigned extended_exponent(long double x) { return bits_of_extended(x).head & EXTENDED_EXPONENT; }
static long double extended_infinity(_Bool negative) {
    return extended_of_bits(EXTENDED_EXPONENT | (unsigned)negative << 15, EXTENDED_LEADING);
}

long double fabsl(long double x) {
    struct extended_bits bits = bits_of_extended(x);
    return extended_of_bits(bits.head & EXTENDED_EXPONENT, bits.significand);
}

/* What the processor does not take for a number is a NaN here. */
int __fpclassifyl(long double x) {
    struct extended_bits bits = bits_of_extended(x);
    unsigned exponent = bits.head & EXTENDED_EXPONENT;
    _Bool leading = bits.significand >> 63 != 0;
    return exponent == 0 && bits.significand == 0                              ? FP_ZERO
           : exponent == 0 && !leading                                         ? FP_SUBNORMAL
           : exponent == EXTENDED_EXPONENT && bits.significand == EXTENDED_LEADING ? FP_INFINITE
           : exponent == EXTENDED_EXPONENT || !leading                         ? FP_NAN
                                                                               : FP_NORMAL;
}
int __signbitl(long double x) { return bits_of_extended(x).head >> 15; }
/* Without a branch, so that a symbolic number does not split the path. */
int __isnanl(long double x) { return x != x; }
int __isinfl(long double x) {
    struct extended_bits bits = bits_of_extended(x);
    _Bool infinite = ((bits.head & EXTENDED_EXPONENT) == EXTENDED_EXPONENT) & (bits.significand == EXTENDED_LEADING);
    return infinite * (1 - 2 * (bits.head >> 15));
}
int __finitel(long double x) {
    struct extended_bits bits = bits_of_extended(x);
    return ((bits.head & EXTENDED_EXPONENT) != EXTENDED_EXPONENT) & !__isnanl(x);
}

long double nanl(const char *tag) {
    (void)tag;
    return extended_of_bits(EXTENDED_EXPONENT, (uint64_t)3 << 62);
}

long double fmal(long double x, long double y, long double z) { return __builtin_elementwise_fma(x, y, z); }
long double fdiml(long double x, long double y) { return x <= y ? 0.0L : x - y; }

long double frexpl(long double x, int *exponent) {
    *exponent = 0;
    if (x == 0 || !__finitel(x)) return x;
    int moved = 0;
    if (extended_exponent(x) == 0) {
        x *= 0x1p64L;
        moved = 64;
    }
    struct extended_bits bits = bits_of_extended(x);
    *exponent = (int)(bits.head & EXTENDED_EXPONENT) - 16382 - moved;
    return extended_of_bits((bits.head & 0x8000u) | 16382, bits.significand);
}

static long double extended_power_of_two(int exponent) {
    return extended_of_bits((unsigned)(exponent + 16383), EXTENDED_LEADING);
}

/* As scalbln in math.c. */
long double scalblnl(long double x, long exponent) {
    if (x == 0 || !__finitel(x)) return x;
    int own;
    long double fraction = frexpl(x, &own);
    long sum = exponent > 100000 ? 100000 : exponent < -100000 ? -100000 : exponent + own;
    if (sum > 16384 || sum < -16450) errno = ERANGE;
    if (sum > 16384) return fraction * 0x1p16383L * 0x1p16383L;
    if (sum < -16450) return fraction * 0x1p-16000L * 0x1p-16000L;
    if (sum >= -16380) return fraction * 2 * extended_power_of_two((int)sum - 1);
    return fraction * 0x1p-16000L * extended_power_of_two((int)sum + 16000);
}

int ilogbl(long double x) {
    int class = __fpclassifyl(x), exponent;
    if (class == FP_ZERO) return FP_ILOGB0;
    if (class == FP_NAN) return FP_ILOGBNAN;
    if (class == FP_INFINITE) return INT_MAX;
    frexpl(x, &exponent);
    return exponent - 1;
}

long double logbl(long double x) {
    int class = __fpclassifyl(x);
    if (class == FP_ZERO) return extended_infinity(1);
    if (class == FP_NAN) return x;
    if (class == FP_INFINITE) return fabsl(x);
    return ilogbl(x);
}

long double modfl(long double x, long double *whole) {
    *whole = truncl(x);
    long double rest = __finitel(x) ? x - *whole : __isnanl(x) ? x : 0.0L;
    return copysignl(rest, x);
}

static long double next_extended(long double x, _Bool away) {
    struct extended_bits bits = bits_of_extended(x);
    uint64_t significand = away ? bits.significand + 1 : bits.significand - 1;
    unsigned exponent = bits.head & EXTENDED_EXPONENT;
    /* The least exponent has its numbers in two halves, without and with the leading digit. */
    if (away && significand == 0) significand = EXTENDED_LEADING, exponent++;
    else if (away && exponent == 0 && significand == EXTENDED_LEADING) exponent = 1;
    else if (!away && exponent > 1 && bits.significand == EXTENDED_LEADING) significand = (uint64_t)-1, exponent--;
    else if (!away && exponent == 1 && bits.significand == EXTENDED_LEADING) exponent = 0;
    return extended_of_bits((bits.head & 0x8000u) | exponent, significand);
}

long double nextafterl(long double x, long double y) {
    if (__isnanl(x) || __isnanl(y)) return x + y;
    if (x == y) return y;
    long double next = x == 0 ? copysignl(extended_of_bits(0, 1), y) : next_extended(x, (x < y) == (x > 0));
    unsigned exponent = extended_exponent(next);
    if (exponent == EXTENDED_EXPONENT || exponent == 0) errno = ERANGE;
    return next;
}
double nexttoward(double x, long double y) {
    if (__isnan(x) || __isnanl(y)) return x + (double)y;
    if (x == y) return (double)y;
    if (x == 0) return nextafter(x, __signbitl(y) ? -1 : 1);
    return nextafter(x, x < y ? double_of_bits(INFINITY64) : -double_of_bits(INFINITY64));
}

/* As remquo in math.c; 8 * y is infinite only where x is below it anyway. */
long double remquol(long double x, long double y, int *quotient) {
    *quotient = 0;
    if (__isnanl(x) || __isnanl(y)) return x + y;
    if (!__finitel(x) || y == 0) return (x * y) / (x * y);
    long double divisor = fabsl(y), number = fabsl(x);
    if (divisor <= 0x1p16380L) number = fmodl(number, 8 * divisor);
    int count = 0;
    for (int i = 4; i >= 1; i /= 2) {
        long double part = i * divisor;
        if (number >= part) {
            number -= part;
            count += i;
        }
    }
    _Bool above = divisor < 0x1p-16381L ? number + number > divisor : number > divisor / 2;
    _Bool half = divisor < 0x1p-16381L ? number + number == divisor : number == divisor / 2;
    if (above || (half && count % 2 != 0)) {
        number -= divisor;
        count++;
    }
    count &= 7;
    *quotient = __signbitl(x) != __signbitl(y) ? -count : count;
    if (number == 0) return copysignl(0.0L, x);
    return __signbitl(x) ? -number : number;
}

#define LONG_DOUBLE_TO_INTEGER(name, type, round, low, high)                       \
    type name(long double x) {                                                     \
        long double rounded = round(x);                                            \
        __everypath_check("invalid-conversion", rounded >= low && rounded < high); \
        return (type)rounded;                                                      \
    }
LONG_DOUBLE_TO_INTEGER(lroundl, long, roundl, LONG_LOW, HIGH_OF_LONG)
LONG_DOUBLE_TO_INTEGER(llroundl, long long, roundl, -0x1p63L, 0x1p63L)
LONG_DOUBLE_TO_INTEGER(lrintl, long, rintl, LONG_LOW, HIGH_OF_LONG)
LONG_DOUBLE_TO_INTEGER(llrintl, long long, rintl, -0x1p63L, 0x1p63L)

float nexttowardf(float x, long double y) {
    if (__isnanf(x) || __isnanl(y)) return x + (float)y;
    if (x == y) return (float)y;
    if (x == 0) return nextafterf(x, __signbitl(y) ? -1 : 1);
    return nextafterf(x, x < y ? float_of_bits(INFINITY32) : -float_of_bits(INFINITY32));
}

void sincosl(long double x, long double *sine, long double *cosine) {
    *sine = sinl(x);
    *cosine = cosl(x);
}
long double exp10l(long double x) { return powl(10, x); }

#else

long double fabsl(long double x) { return fabs((double)x); }
int __fpclassifyl(long double x) { return __fpclassify((double)x); }
int __isnanl(long double x) { return __isnan((double)x); }
int __isinfl(long double x) { return __isinf((double)x); }
int __finitel(long double x) { return __finite((double)x); }
int __signbitl(long double x) { return __signbit((double)x); }
long double nanl(const char *tag) { return nan(tag); }
long double fmal(long double x, long double y, long double z) { return fma((double)x, (double)y, (double)z); }
long double fdiml(long double x, long double y) { return fdim((double)x, (double)y); }
long double frexpl(long double x, int *exponent) { return frexp((double)x, exponent); }
long double scalblnl(long double x, long exponent) { return scalbln((double)x, exponent); }
int ilogbl(long double x) { return ilogb((double)x); }
long double logbl(long double x) { return logb((double)x); }
long double modfl(long double x, long double *whole) {
    double part, rest = modf((double)x, &part);
    *whole = part;
    return rest;
}
long double nextafterl(long double x, long double y) { return nextafter((double)x, (double)y); }
double nexttoward(double x, long double y) { return nextafter(x, (double)y); }
long double remquol(long double x, long double y, int *quotient) { return remquo((double)x, (double)y, quotient); }
void sincosl(long double x, long double *sine, long double *cosine) {
    *sine = sin((double)x);
    *cosine = cos((double)x);
}
long double exp10l(long double x) { return exp10((double)x); }
long lroundl(long double x) { return lround((double)x); }
long long llroundl(long double x) { return llround((double)x); }
long lrintl(long double x) { return lrint((double)x); }
long long llrintl(long double x) { return llrint((double)x); }
float nexttowardf(float x, long double y) {
    if (__isnanf(x) || __isnanl(y)) return x + (float)y;
    if (x == y) return (float)y;
    return nextafterf(x, x < y ? float_of_bits(INFINITY32) : -float_of_bits(INFINITY32));
}

#endif

int isnanl(long double x) { return __isnanl(x); }
int isinfl(long double x) { return __isinfl(x); }
int finitel(long double x) { return __finitel(x); }
long double scalbnl(long double x, int exponent) { return scalblnl(x, exponent); }
long double ldexpl(long double x, int exponent) { return scalblnl(x, exponent); }
long double nexttowardl(long double x, long double y) { return nextafterl(x, y); }

/* CBMC and ESBMC: what their own headers make of the macros of <math.h>. */
#define CLASSES(prefix, suffix, type, form)                                                             \
    int prefix##isnan##suffix(type x) { return __isnan##form(x); }                                      \
    int prefix##isinf##suffix(type x) { return __isinf##form(x) != 0; }                                 \
    int prefix##isfinite##suffix(type x) { return __finite##form(x); }                                  \
    int prefix##isnormal##suffix(type x) { return __fpclassify##form(x) == FP_NORMAL; }                 \
    int prefix##sign##suffix(type x) { return __signbit##form(x); }
CLASSES(__CPROVER_, f, float, f)
CLASSES(__CPROVER_, d, double, )
CLASSES(__CPROVER_, ld, long double, l)
CLASSES(__ESBMC_, f, float, f)
CLASSES(__ESBMC_, d, double, )
CLASSES(__ESBMC_, ld, long double, l)
double __CPROVER_fabs(double x) { return fabs(x); }
float __CPROVER_fabsf(float x) { return fabsf(x); }
long double __CPROVER_fabsl(long double x) { return fabsl(x); }
double __ESBMC_fabs(double x) { return fabs(x); }
float __ESBMC_fabsf(float x) { return fabsf(x); }
long double __ESBMC_fabsl(long double x) { return fabsl(x); }
