// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Behind the loop the counter is one past its end, or the loop had no round. */
int main(void) {
    unsigned end = everypath_u32("end"), count, sum = 0;
    everypath_assume(end != 0xffffffff); /* a compiler may take it that the loop ends */
    for (count = 1; count <= end; count++)
        sum += 2;
    assert(sum == 2 * end);
    return 0;
}
