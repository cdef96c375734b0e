// target: lp64
// expect: unsafe assertion
// unoptimised: no, the run takes too long
#include <assert.h>
#include <everypath.h>

/* In the eleventh round the other one grows too, through a second pointer. */
int main(void) {
    unsigned a = 0, b = 0, round = 0;
    while (everypath_bool("more")) {
        unsigned *chosen = everypath_bool("which") ? &a : &b;
        *chosen += 2;
        if (++round == 11) b++;
    }
    assert(a % 2 == 0 && b % 2 == 0);
    return 0;
}
