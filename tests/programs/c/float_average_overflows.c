// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 13
// example: x = 2137108966
// example: y = 2137108966
#include <everypath.h>

/* The sum of two large numbers is infinite, though their mean is not. */
int main(void) {
    float x = everypath_float("x"), y = everypath_float("y");
    everypath_assume(x > 0 && x <= 3e38f && y >= x && y <= 3e38f);
    everypath_assert((x + y) / 2 <= y);
    return 0;
}
