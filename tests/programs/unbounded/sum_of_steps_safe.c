// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Twice the counter is the sum, also where both wrap. */
int main(void) {
    unsigned count = 0, sum = 0;
    while (everypath_bool("more")) {
        count++;
        sum += 2;
    }
    assert(sum == 2 * count);
    return 0;
}
