/* Numbers drawn at random, the same in every run: G. Marsaglia's xorshift with a multiplication behind (S. Vigna's xorshift64*). */
#include <stdint.h>

static uint64_t state = 88172645463325252u;
static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1du;
}
