// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 13
// example: a = 0
#include <everypath.h>

/* Whole numbers from 2^24 on are not all among floats, so sums of them depend on the order. */
int main(void) {
    unsigned a = everypath_unsigned("a");
    everypath_assume(a <= 3);
    float x = 16777216 + 2 * a, y = 1;
    everypath_assert((x + y) + y == x + (y + y));
    return 0;
}
