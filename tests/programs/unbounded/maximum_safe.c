// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* The greatest so far is not less than the last. */
int main(void) {
    int greatest = everypath_int("first"), last = greatest;
    while (everypath_bool("more")) {
        last = everypath_int("next");
        if (last > greatest) greatest = last;
    }
    assert(greatest >= last);
    return 0;
}
