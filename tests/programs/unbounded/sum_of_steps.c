// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* After a thousand rounds one step is longer. */
int main(void) {
    unsigned count = 0, sum = 0;
    while (everypath_bool("more")) {
        sum += count == 1000 ? 3 : 2;
        count++;
    }
    assert(sum == 2 * count);
    return 0;
}
