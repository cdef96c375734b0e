// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

/* The program suggests what the prover may try; what it suggests besides is wrong, and does no harm. */
int main(void) {
    unsigned x = 0;
    while (x < 0x0fffffff) {
        everypath_invariant((x < 0xfff0) | (x % 2 == 0));
        everypath_invariant(x % 2 == 0);
        if (x < 0xfff0) x++;
        else x += 2;
    }
    assert(x % 2 == 0);
    return 0;
}
