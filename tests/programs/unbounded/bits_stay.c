// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* They do not where fours are added. */
int main(void) {
    unsigned x = 5;
    while (everypath_bool("more")) x += 4;
    assert((x & 5) == 5);
    return 0;
}
