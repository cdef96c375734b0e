// target: both
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* One counter is twice the other, whatever the limit. */
int main(void) {
    unsigned limit = (unsigned)everypath_int("limit"), i = 0, sum = 0;
    while (i < limit) {
        i++;
        sum += 2;
    }
    assert(sum == 2 * limit);
    return 0;
}
