// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* A wrong suggestion proves nothing. */
int main(void) {
    unsigned x = 0;
    while (everypath_bool("more")) {
        everypath_invariant(x != 10);
        x++;
        assert(x != 11);
    }
    return 0;
}
