// target: both
// also: riscv
// expect: safe
// unproven: riscv32 -O 0
#include <assert.h>
#include <everypath.h>

/* A function with a loop, called from two places of an endless one. */
static unsigned up_to(unsigned limit) {
    unsigned i = 0;
    while (i < limit) {
        i++;
    }
    return i;
}

int main(void) {
    for (;;) {
        unsigned a = (unsigned)everypath_int("a"), b = (unsigned)everypath_int("b");
        assert(up_to(a) == a);
        assert(up_to(b) == b);
    }
}
