/*
 * <stdlib.h>: pseudo-random numbers, the same as those of glibc for the same seed, so that a program prints what
 * it prints natively.
 *
 * rand() and random() add two of the 31 last numbers (the additive feedback generator of BSD's random());
 * drand48() and its like are the linear congruence of POSIX.
 */
#include <stdlib.h>

#define LONG_LAG 31
#define SHORT_LAG 3

static uint32_t random_numbers[LONG_LAG];
static unsigned random_at; /* the oldest number */
static _Bool random_seeded;

static uint32_t next_random(void) {
    unsigned newer = random_at + LONG_LAG - SHORT_LAG;
    if (newer >= LONG_LAG) newer -= LONG_LAG;
    uint32_t sum = random_numbers[random_at] += random_numbers[newer];
    random_at = random_at + 1 == LONG_LAG ? 0 : random_at + 1;
    return sum;
}

void srandom(unsigned seed) {
    random_seeded = 1;
    random_at = SHORT_LAG;
    int32_t value = seed == 0 ? 1 : (int32_t)seed;
    for (int i = 0; i < LONG_LAG; i++) {
        random_numbers[i] = (uint32_t)value;
        int64_t next = (int64_t)value * 16807 % 2147483647;
        value = (int32_t)(next + (next < 0) * (int64_t)2147483647);
    }
    for (int i = 0; i < 310; i++) next_random();
}

long random(void) {
    if (!random_seeded) srandom(1);
    return (long)(next_random() >> 1);
}

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return (int)random(); }

int rand_r(unsigned *seed) {
    unsigned state = *seed, result = 0;
    static const unsigned bits[3] = {11, 10, 10};
    for (int i = 0; i < 3; i++) {
        state = state * 1103515245u + 12345u;
        result = result << bits[i] ^ (state >> 16 & ((1u << bits[i]) - 1));
    }
    *seed = state;
    return (int)result;
}

static uint64_t state48 = 0;

static uint64_t step48(uint64_t state) {
    return (state * 0x5deece66dull + 0xb) & 0xffffffffffffull;
}

static uint64_t packed48(const unsigned short parts[3]) {
    return parts[0] | (uint64_t)parts[1] << 16 | (uint64_t)parts[2] << 32;
}

static uint64_t step_parts(unsigned short parts[3]) {
    uint64_t state = step48(packed48(parts));
    parts[0] = (unsigned short)state;
    parts[1] = (unsigned short)(state >> 16);
    parts[2] = (unsigned short)(state >> 32);
    return state;
}

/* state / 2^48, exactly: as 1.state, less 1. */
static double unit48(uint64_t state) { return double_of_bits((uint64_t)0x3ff << 52 | state << 4) - 1.0; }

void srand48(long seed) { state48 = (uint64_t)(uint32_t)seed << 16 | 0x330e; }
double drand48(void) { return unit48(state48 = step48(state48)); }
long lrand48(void) { return (long)((state48 = step48(state48)) >> 17); }
long mrand48(void) { return (long)(int32_t)((state48 = step48(state48)) >> 16); }
double erand48(unsigned short parts[3]) { return unit48(step_parts(parts)); }
long nrand48(unsigned short parts[3]) { return (long)(step_parts(parts) >> 17); }
long jrand48(unsigned short parts[3]) { return (long)(int32_t)(step_parts(parts) >> 16); }
