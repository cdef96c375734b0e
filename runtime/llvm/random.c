/*
 * <stdlib.h>: pseudo-random numbers.
 *
 * What rand() and random() draw is open: any number of their range, and the same numbers again for a seed that was used
 * before. In the fixed world they are those of glibc, so that a program prints what it prints
 * natively: each adds two of the 31 last numbers (the additive feedback generator of BSD's random()).
 *
 * drand48() and its like are the linear congruence of POSIX; only what they begin with is open, where no seed is given.
 */
#include <stdlib.h>

#define MOST_SEEDS 16
#define MOST_REMEMBERED 64

/* What was drawn with a seed: so many numbers, from the first on. */
struct draw {
    unsigned seed, first, count;
};

static struct draw draws[MOST_SEEDS];
static unsigned draw_count;
static int drawn_numbers[MOST_REMEMBERED];
static unsigned drawn_count;
/* The first seed is 1, as C wants it. */
static unsigned present_seed = 1;
static _Bool present_seed_used;
/* The draws that are repeated since the present seed was used before, and how many of them were given already. */
static struct draw *repeated;
static unsigned repeated_count;

static void begin_drawing(void) {
    present_seed_used = 1;
    repeated = NULL;
    repeated_count = 0;
    for (unsigned i = 0; i < draw_count; i++) {
        if (draws[i].seed == present_seed) {
            repeated = &draws[i];
            return;
        }
    }
    if (draw_count == MOST_SEEDS) __everypath_unsupported("random numbers of more than 16 seeds");
    draws[draw_count++] = (struct draw){present_seed, drawn_count, 0};
}

/* Any number that random() may draw; the same as before where the seed is. */
static int open_random(void) {
    if (!present_seed_used) begin_drawing();
    if (repeated != NULL) {
        if (repeated_count < repeated->count) return drawn_numbers[repeated->first + repeated_count++];
        __everypath_unsupported("more random numbers of a seed than were drawn, or remembered, when it was used before");
    }
    int number = 0;
    __everypath_make_symbolic(&number, sizeof number, "random");
    __everypath_assume(number >= 0);
    if (drawn_count < MOST_REMEMBERED) {
        drawn_numbers[drawn_count++] = number;
        draws[draw_count - 1].count++;
    }
    return number;
}

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

static void seed_sequence(unsigned seed) {
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

/* The seed is kept for whoever draws. */
void srandom(unsigned seed) {
    present_seed = seed;
    present_seed_used = random_seeded = 0;
}

long random(void) {
    if (!__everypath_assumes("random-numbers")) return open_random();
    if (!random_seeded) seed_sequence(present_seed);
    return (long)(next_random() >> 1);
}

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return (int)random(); }

int rand_r(unsigned *seed) {
    (void)__everypath_assumes("seeded-numbers");
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
static _Bool seeded48;

/* The present number; any, if nobody gave one. */
static uint64_t present48(void) {
    if (!seeded48 && !__everypath_assumes("random-numbers")) {
        __everypath_make_symbolic(&state48, sizeof state48, "drand48");
        __everypath_assume(state48 >> 48 == 0);
    }
    seeded48 = 1;
    return state48;
}

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

void srand48(long seed) {
    seeded48 = 1;
    state48 = (uint64_t)(uint32_t)seed << 16 | 0x330e;
}
double drand48(void) { return unit48(state48 = step48(present48())); }
long lrand48(void) { return (long)((state48 = step48(present48())) >> 17); }
long mrand48(void) { return (long)(int32_t)((state48 = step48(present48())) >> 16); }
double erand48(unsigned short parts[3]) { return unit48(step_parts(parts)); }
long nrand48(unsigned short parts[3]) { return (long)(step_parts(parts) >> 17); }
long jrand48(unsigned short parts[3]) { return (long)(int32_t)(step_parts(parts) >> 16); }
