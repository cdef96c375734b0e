// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* Steps of two end one or two past the end. */
int main(void) {
    unsigned end = everypath_u32("end"), count, sum = 0;
    for (count = 1; count <= end; count += 2)
        sum += 2;
    assert(sum <= end);
    return 0;
}
