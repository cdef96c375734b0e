/*
 * The functions that clang calls for arithmetic on floating-point numbers which no RISC-V has an instruction for: conversions from and to integers of two
 * registers, and integer powers. What some lack an instruction for is in soft_float.S.
 */
#include "wide.h"

/* Towards integers: the halves one after the other; what is left for the lower one is exact. */
#define TWO_TO_THE_HALF (NARROW_BITS == 32 ? 0x1p32 : 0x1p64)

#if __riscv_xlen == 32
#define FROM(sign, format) __float##sign##di##format
#define TO(sign, format) __fix##sign##format##di
#else
#define FROM(sign, format) __float##sign##ti##format
#define TO(sign, format) __fix##sign##format##ti
#endif

wide TO(uns, df)(double value) {
    narrow high = (narrow)(value * (1 / TWO_TO_THE_HALF));
    narrow low = (narrow)(value - (double)high * TWO_TO_THE_HALF);
    return join(high, low);
}
signed_wide TO(, df)(double value) {
    wide sign = mask(value < 0);
    wide magnitude = TO(uns, df)(__builtin_fabs(value));
    return (signed_wide)((magnitude ^ sign) - sign);
}
wide TO(uns, sf)(float value) { return TO(uns, df)(value); }
signed_wide TO(, sf)(float value) { return TO(, df)(value); }

#if __riscv_xlen == 32
/*
 * Towards numbers: both halves are exact numbers, and their sum rounds once. A float has fewer digits than that sum, so what a double does not hold
 * is made one digit first that is set if any of it is (rounding to odd: S. Boldo, G. Melquiond, "Emulation of FMA and Correctly Rounded Sums", IEEE
 * Transactions on Computers 57(4), 2008).
 */
double FROM(un, df)(wide value) { return (double)high_half(value) * 0x1p32 + (double)low_half(value); }
double FROM(, df)(signed_wide value) {
    return (double)(signed_narrow)high_half((wide)value) * 0x1p32 + (double)low_half((wide)value);
}

static wide rounded_to_odd(wide value, _Bool fits) {
    wide below = value & 0x7ff;
    wide odd = (value & ~(wide)0x7ff) | (wide)(below != 0) << 11;
    wide keep = mask(fits);
    return (value & keep) | (odd & ~keep);
}
float FROM(un, sf)(wide value) { return (float)FROM(un, df)(rounded_to_odd(value, value >> 53 == 0)); }
float FROM(, sf)(signed_wide value) {
    wide from_least = (wide)value + ((wide)1 << 53);
    return (float)FROM(, df)((signed_wide)rounded_to_odd((wide)value, from_least >> 54 == 0));
}
#else
/*
 * Towards numbers: the highest 64 digits, the lowest of them set if any behind it is, have more digits than a number and round as all do; what they
 * are multiplied by is a power of two.
 */
static narrow highest_digits(wide value, double *scale) {
    narrow high = high_half(value);
    int behind = high == 0 ? 0 : 64 - __builtin_clzl(high);
    wide top = value >> behind;
    /* Its exponent, above the fraction of a double. */
    union {
        narrow bits;
        double number;
    } power = {.bits = (narrow)(1023 + behind) << 52};
    *scale = power.number;
    return (narrow)top | (top << behind != value);
}
double FROM(un, df)(wide value) {
    double scale;
    narrow digits = highest_digits(value, &scale);
    return (double)digits * scale;
}
float FROM(un, sf)(wide value) {
    double scale;
    narrow digits = highest_digits(value, &scale);
    return (float)digits * (float)scale;
}
double FROM(, df)(signed_wide value) {
    double magnitude = FROM(un, df)((wide)(value < 0 ? -(wide)value : (wide)value));
    return value < 0 ? -magnitude : magnitude;
}
float FROM(, sf)(signed_wide value) {
    float magnitude = FROM(un, sf)((wide)(value < 0 ? -(wide)value : (wide)value));
    return value < 0 ? -magnitude : magnitude;
}
#endif

/* A number to the power of an integer, by squaring. The order of multiplications is that of libgcc: what is rounded where shows in the result. */
#define INTEGER_POWER(name, type)                                          \
    type name(type base, int exponent) {                                   \
        unsigned left = exponent < 0 ? -(unsigned)exponent : exponent;     \
        type power = left % 2 ? base : 1;                                  \
        while (left >>= 1) {                                               \
            base *= base;                                                  \
            if (left % 2) power *= base;                                   \
        }                                                                  \
        return exponent < 0 ? 1 / power : power;                           \
    }
INTEGER_POWER(__powisf2, float)
INTEGER_POWER(__powidf2, double)
