/*
 * The functions that clang calls for shifts of numbers of two registers, and on RV32 for their numbers of bits. What is an instruction on numbers of
 * one register is in soft_integer.S.
 */
#include "wide.h"

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

#if __riscv_xlen == 32
/* Of the halves, whose own functions are in soft_integer.S. */
int __popcountsi2(uint32_t), __clzsi2(uint32_t), __ctzsi2(uint32_t);

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
#endif
