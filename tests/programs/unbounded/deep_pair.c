// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* Two to the 31 rounds until the sum wraps below its part. */
int main(void) {
    unsigned part = 0, sum = 0;
    while (everypath_bool("more")) {
        part++;
        sum += 2;
    }
    assert(part <= sum);
    return 0;
}
