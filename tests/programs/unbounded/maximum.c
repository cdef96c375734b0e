// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* It is asked with the wrong sign. */
int main(void) {
    unsigned greatest = everypath_unsigned("first"), last = greatest;
    while (everypath_bool("more")) {
        last = everypath_unsigned("next");
        if ((int)last > (int)greatest) greatest = last;
    }
    assert(greatest >= last);
    return 0;
}
