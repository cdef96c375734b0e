/*
 * The functions that clang calls for arithmetic which the target has no instruction for: 64-bit division
 * and shifts on RV32, 128-bit arithmetic on RV64, and multiplication and division without the M extension.
 *
 * Written without branches on the operands where that is possible, so that symbolic operands make a large
 * term rather than one path per bit. Wide divisions first ask whether both operands fit in one register:
 * then one hardware instruction does. Division by zero gives all ones and the dividend, as the
 * instructions do.
 */
#include "wide.h"

/* 1 if left < right, from comparisons of halves, which are single instructions. */
static inline narrow wide_less(wide left, wide right) {
    narrow high_less = high_half(left) < high_half(right);
    narrow high_equal = high_half(left) == high_half(right);
    return high_less | (high_equal & (low_half(left) < low_half(right)));
}

/* Shifts by 0..width-1. The amount is most often a constant; a branch on it costs nothing then. */
wide WIDE(ashl, 3)(wide value, int amount) {
    narrow low = low_half(value), high = high_half(value);
    if (amount & NARROW_BITS) return join(low << (amount & (NARROW_BITS - 1)), 0);
    if (amount == 0) return value;
    return join(high << amount | low >> (NARROW_BITS - amount), low << amount);
}

wide WIDE(lshr, 3)(wide value, int amount) {
    narrow low = low_half(value), high = high_half(value);
    if (amount & NARROW_BITS) return join(0, high >> (amount & (NARROW_BITS - 1)));
    if (amount == 0) return value;
    return join(high >> amount, low >> amount | high << (NARROW_BITS - amount));
}

wide WIDE(ashr, 3)(wide value, int amount) {
    narrow low = low_half(value), high = high_half(value);
    narrow sign = (narrow)((signed_narrow)high >> (NARROW_BITS - 1));
    if (amount & NARROW_BITS) return join(sign, (narrow)((signed_narrow)high >> (amount & (NARROW_BITS - 1))));
    if (amount == 0) return value;
    return join((narrow)((signed_narrow)high >> amount), low >> amount | high << (NARROW_BITS - amount));
}

/* Schoolbook multiplication: one partial product per bit of the right factor. */
wide WIDE(mul, 3)(wide left, wide right) {
    wide product = 0;
    for (int i = 0; i < 2 * NARROW_BITS; i++) {
        product += left & mask(low_half(right) & 1);
        left += left;
        right = join(high_half(right) >> 1, low_half(right) >> 1 | high_half(right) << (NARROW_BITS - 1));
    }
    return product;
}

/* Restoring division, one quotient bit per step; the remainder goes to *remainder. */
static wide divide(wide dividend, wide divisor, wide *remainder) {
    if ((high_half(dividend) | high_half(divisor)) == 0 && low_half(divisor) != 0) {
        *remainder = join(0, low_half(dividend) % low_half(divisor));
        return join(0, low_half(dividend) / low_half(divisor));
    }
    wide quotient = dividend, rest = 0;
    for (int i = 0; i < 2 * NARROW_BITS; i++) {
        narrow out = high_half(rest) >> (NARROW_BITS - 1);
        rest = rest + rest + join(0, high_half(quotient) >> (NARROW_BITS - 1));
        narrow fits = out | (wide_less(rest, divisor) ^ 1);
        rest -= divisor & mask(fits);
        quotient = quotient + quotient + join(0, fits);
    }
    *remainder = rest;
    return quotient;
}

static inline wide sign_mask(wide value) {
    return mask(high_half(value) >> (NARROW_BITS - 1));
}

wide WIDE(udiv, 3)(wide dividend, wide divisor) {
    wide remainder;
    return divide(dividend, divisor, &remainder);
}

wide WIDE(umod, 3)(wide dividend, wide divisor) {
    wide remainder;
    divide(dividend, divisor, &remainder);
    return remainder;
}

signed_wide WIDE(div, 3)(wide dividend, wide divisor) {
    wide remainder, left = sign_mask(dividend), right = sign_mask(divisor);
    wide sign = (left ^ right) & ~mask((low_half(divisor) | high_half(divisor)) == 0);
    wide quotient = divide((dividend ^ left) - left, (divisor ^ right) - right, &remainder);
    wide by_zero = mask((low_half(divisor) | high_half(divisor)) == 0);
    return (signed_wide)(((quotient ^ sign) - sign) | by_zero);
}

signed_wide WIDE(mod, 3)(wide dividend, wide divisor) {
    wide remainder, left = sign_mask(dividend), right = sign_mask(divisor);
    divide((dividend ^ left) - left, (divisor ^ right) - right, &remainder);
    return (signed_wide)((remainder ^ left) - left);
}

/* Numbers of bits, for targets without Zbb. */
int __popcountsi2(uint32_t value) {
    value -= value >> 1 & 0x55555555u;
    value = (value & 0x33333333u) + (value >> 2 & 0x33333333u);
    value = (value + (value >> 4)) & 0x0f0f0f0fu;
    value += value >> 8;
    value += value >> 16;
    return (int)(value & 63);
}

int __clzsi2(uint32_t value) {
    value |= value >> 1;
    value |= value >> 2;
    value |= value >> 4;
    value |= value >> 8;
    value |= value >> 16;
    return __popcountsi2(~value);
}

int __ctzsi2(uint32_t value) { return __popcountsi2(~value & (value - 1)); }

static inline uint32_t upper(uint64_t value) { return (uint32_t)(value >> 32); }

int __popcountdi2(uint64_t value) { return __popcountsi2((uint32_t)value) + __popcountsi2(upper(value)); }

int __clzdi2(uint64_t value) {
    int empty = -(upper(value) == 0);
    return __clzsi2(upper(value)) + (__clzsi2((uint32_t)value) & empty);
}

int __ctzdi2(uint64_t value) {
    int empty = -((uint32_t)value == 0);
    return __ctzsi2((uint32_t)value) + (__ctzsi2(upper(value)) & empty);
}

#ifndef __riscv_mul
/* Without the M extension, arithmetic of one register needs the same functions once more. */
#define REGISTER_ARITHMETIC(mode, unsigned_type, signed_type, bits)                                 \
    unsigned_type __mul##mode##3(unsigned_type left, unsigned_type right) {                         \
        unsigned_type product = 0;                                                                  \
        for (int i = 0; i < (bits); i++) {                                                          \
            product += left & -(right & 1);                                                         \
            left += left;                                                                           \
            right >>= 1;                                                                            \
        }                                                                                           \
        return product;                                                                             \
    }                                                                                               \
    static unsigned_type divide_##mode(unsigned_type dividend, unsigned_type divisor,               \
                                       unsigned_type *remainder) {                                  \
        unsigned_type quotient = dividend, rest = 0;                                                \
        for (int i = 0; i < (bits); i++) {                                                          \
            unsigned_type out = rest >> ((bits) - 1);                                               \
            rest = rest + rest + (quotient >> ((bits) - 1));                                        \
            unsigned_type fits = out | (unsigned_type)(rest >= divisor);                            \
            rest -= divisor & -fits;                                                                \
            quotient = quotient + quotient + fits;                                                  \
        }                                                                                           \
        *remainder = rest;                                                                          \
        return quotient;                                                                            \
    }                                                                                               \
    unsigned_type __udiv##mode##3(unsigned_type dividend, unsigned_type divisor) {                  \
        unsigned_type remainder;                                                                    \
        return divide_##mode(dividend, divisor, &remainder);                                        \
    }                                                                                               \
    unsigned_type __umod##mode##3(unsigned_type dividend, unsigned_type divisor) {                  \
        unsigned_type remainder;                                                                    \
        divide_##mode(dividend, divisor, &remainder);                                               \
        return remainder;                                                                           \
    }                                                                                               \
    signed_type __div##mode##3(signed_type dividend, signed_type divisor) {                         \
        unsigned_type left = (unsigned_type)(dividend >> ((bits) - 1)), remainder;                  \
        unsigned_type right = (unsigned_type)(divisor >> ((bits) - 1));                             \
        unsigned_type by_zero = -(unsigned_type)(divisor == 0), sign = (left ^ right) & ~by_zero;   \
        unsigned_type quotient = divide_##mode(((unsigned_type)dividend ^ left) - left,             \
                                               ((unsigned_type)divisor ^ right) - right, &remainder); \
        return (signed_type)(((quotient ^ sign) - sign) | by_zero);                                 \
    }                                                                                               \
    signed_type __mod##mode##3(signed_type dividend, signed_type divisor) {                         \
        unsigned_type left = (unsigned_type)(dividend >> ((bits) - 1)), remainder;                  \
        unsigned_type right = (unsigned_type)(divisor >> ((bits) - 1));                             \
        divide_##mode(((unsigned_type)dividend ^ left) - left,                                      \
                      ((unsigned_type)divisor ^ right) - right, &remainder);                        \
        return (signed_type)((remainder ^ left) - left);                                            \
    }

REGISTER_ARITHMETIC(si, uint32_t, int32_t, 32)
#if __riscv_xlen == 64
REGISTER_ARITHMETIC(di, uint64_t, int64_t, 64)
#endif
#endif
