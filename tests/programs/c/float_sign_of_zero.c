// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 14
// example: x = 0
// example: y = 2147483648
#include <everypath.h>
#include <math.h>

/* Zeros are equal, and their inverses are not. */
int main(void) {
    float x = everypath_float("x"), y = everypath_float("y");
    everypath_assume(x == y);
    everypath_assert(signbit(x) == signbit(y));
    return 0;
}
