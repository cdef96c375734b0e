// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* A loop in a function that is called from two places. */
static unsigned even(unsigned from) {
    while (everypath_bool("more")) from += 2;
    return from;
}
int main(void) {
    unsigned a = even(0), b = even(1);
    assert(a % 2 == 0 && b % 2 == 1);
    return 0;
}
