/*
 * Each operation on integers that an instruction set may lack, on all pairs of some numbers, as one line with a sum of all results. Lines with "wide" are
 * of 128 bits, which 32-bit targets do not have.
 */
#include <stdint.h>
#include <stdio.h>

static const uint64_t samples[] = {
    1, 2, 3, 7, 10, 63, 255, 256, 1000, 0x7fff, 0xffff, 0x12345, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff,
    0x100000000, 0x100000001, 0x123456789abcdef0, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xfffffffffffffffe,
    0xffffffffffffffff,
};
#define COUNT (sizeof samples / sizeof *samples)

static uint64_t sum;
static void add(uint64_t value) { sum = sum * 0x9e3779b97f4a7c15 + (value ^ value >> 29); }
static void say(const char *name) {
    printf("%s %08lx%08lx\n", name, (unsigned long)(sum >> 32), (unsigned long)(sum & 0xffffffff));
    sum = 0;
}

#define PAIRS(type, action)                          \
    for (unsigned i = 0; i < COUNT; i++)             \
        for (unsigned j = 0; j < COUNT; j++) {       \
            volatile type left = (type)samples[i];   \
            volatile type right = (type)samples[j];  \
            type a = left, b = right;                \
            action;                                  \
        }

#define UNSIGNED(name, type)                                        \
    PAIRS(type, add((uint64_t)(type)(a * b))) say(name " product"); \
    PAIRS(type, if (b != 0) add(a / b)) say(name " quotient");      \
    PAIRS(type, if (b != 0) add(a % b)) say(name " remainder");

#define SIGNED(name, type, least)                                                                     \
    PAIRS(type, if (b != 0 && !(a == (least) && b == -1)) add((uint64_t)(a / b))) say(name " quotient"); \
    PAIRS(type, if (b != 0 && !(a == (least) && b == -1)) add((uint64_t)(a % b))) say(name " remainder");

#define SHIFT(name, type, operator) PAIRS(type, add((uint64_t)(a operator(samples[j] % 64)))) say(name);

int main(void) {
    UNSIGNED("uint8_t", uint8_t)
    UNSIGNED("uint32_t", uint32_t)
    SIGNED("int32_t", int32_t, INT32_MIN)
    UNSIGNED("uint64_t", uint64_t)
    SIGNED("int64_t", int64_t, INT64_MIN)
    SHIFT("uint64_t to the left", uint64_t, <<)
    SHIFT("uint64_t to the right", uint64_t, >>)
    SHIFT("int64_t to the right", int64_t, >>)
    PAIRS(uint32_t, add((uint64_t)__builtin_popcount(a ^ b)))
    say("ones in 32 bits");
    PAIRS(uint32_t, if (a != b) add((uint64_t)(__builtin_clz(a ^ b) << 8 | __builtin_ctz(a ^ b))))
    say("zeros in 32 bits");
    PAIRS(uint64_t, add((uint64_t)__builtin_popcountll(a ^ b)))
    say("ones in 64 bits");
    PAIRS(uint64_t, if (a != b) add((uint64_t)(__builtin_clzll(a ^ b) << 8 | __builtin_ctzll(a ^ b))))
    say("zeros in 64 bits");
#ifdef __SIZEOF_INT128__
#define BOTH(value) (add((uint64_t)(value)), add((uint64_t)((unsigned __int128)(value) >> 64)))
#define WIDE(x, y) ((unsigned __int128)samples[x] << 64 | samples[y])
    for (unsigned i = 0; i < COUNT; i++) {
        for (unsigned j = 0; j < COUNT; j++) {
            volatile unsigned __int128 left = WIDE(i, j), right = WIDE(j, (i + j) % COUNT), low = samples[j];
            volatile __int128 signed_left = (__int128)left, signed_right = (__int128)right, signed_low = (int64_t)samples[j];
            BOTH(left * right);
            BOTH(left / right);
            BOTH(left % right);
            BOTH(left / low);
            BOTH(left % low);
            BOTH(signed_left / signed_right);
            BOTH(signed_left % signed_right);
            if (signed_low != -1) BOTH(signed_left / signed_low);
            if (signed_low != -1) BOTH(signed_left % signed_low);
            BOTH(left >> (i + j) % 128);
            BOTH(left << (i + j) % 128);
            BOTH(signed_left >> (i + j) % 128);
        }
    }
    say("wide");
#endif
    return 0;
}
