// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Three for each round of the outer loop. */
int main(void) {
    unsigned sum = 0;
    while (everypath_bool("outer"))
        for (unsigned i = 0; i < 3; i++) sum += 4;
    assert(sum % 4 == 0);
    return 0;
}
