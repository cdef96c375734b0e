// target: lp64
// expect: incomplete
#include <everypath.h>

/* Integers of more than 128 bits are not converted. */
int main(void) {
    int n = everypath_int("n");
    _BitInt(128) wide = n;
    everypath_assert((int)(double)wide == n);
    unsigned _BitInt(256) wider = everypath_u32("m");
    return (double)wider < 0;
}
