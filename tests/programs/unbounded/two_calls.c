// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* What is true of one call need not be true of the other. */
static unsigned even(unsigned from) {
    while (everypath_bool("more")) from += 2;
    return from;
}
int main(void) {
    unsigned a = even(0), b = even(1);
    assert(a % 2 == 0 && b % 2 == 0);
    return 0;
}
