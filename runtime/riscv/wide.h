/*
 * Numbers of two registers: 64 bits on RV32, 128 bits on RV64.
 */
#ifndef EVERYPATH_WIDE_H
#define EVERYPATH_WIDE_H

#include <stdint.h>

#if __riscv_xlen == 32
typedef uint64_t wide;
typedef int64_t signed_wide;
typedef uint32_t narrow;
typedef int32_t signed_narrow;
#define NARROW_BITS 32
#define WIDE(operation, operands) __##operation##di##operands
#else
typedef unsigned __int128 wide;
typedef __int128 signed_wide;
typedef uint64_t narrow;
typedef int64_t signed_narrow;
#define NARROW_BITS 64
#define WIDE(operation, operands) __##operation##ti##operands
#endif

/* Two registers as one number; C has no other way to name the halves without a shift. */
typedef union {
    wide all;
    struct {
        narrow low, high;
    };
} halves;

static inline narrow high_half(wide value) { return ((halves){.all = value}).high; }
static inline narrow low_half(wide value) { return ((halves){.all = value}).low; }
static inline wide join(narrow high, narrow low) { return ((halves){.low = low, .high = high}).all; }

/* All bits, or none. */
static inline wide mask(narrow bit) { return join(-bit, -bit); }

#endif
