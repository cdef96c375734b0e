// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* The low bits of a sum of eights stay. */
int main(void) {
    unsigned x = 5;
    while (everypath_bool("more")) x += 8;
    assert((x & 5) == 5);
    return 0;
}
