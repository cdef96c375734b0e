// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Behind the loop the counter is one past its end, or the loop had no round: where no number is past the end, it has no end. */
int main(void) {
    unsigned end = everypath_u32("end"), count, sum = 0;
    for (count = 1; count <= end; count++)
        sum += 2;
    assert(sum == 2 * end);
    return 0;
}
