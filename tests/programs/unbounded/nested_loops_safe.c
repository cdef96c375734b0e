// target: both
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* What the inner loop adds is even, and the outer one ends at its limit. */
int main(void) {
    unsigned limit = (unsigned)everypath_int("limit"), sum = 0, i, j;
    for (i = 0; i < limit; i++) {
        for (j = 0; j < i; j++) {
            sum += 2;
            assert(j < limit);
        }
        assert(sum % 2 == 0);
    }
    assert(i == limit);
    return 0;
}
