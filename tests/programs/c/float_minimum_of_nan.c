// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 12
// example: x = 9221120237041090560
#include <everypath.h>
#include <math.h>

/* The lesser of two numbers is the other one where one is a NaN. */
int main(void) {
    double x = everypath_double("x");
    everypath_assert(!(fmin(x, 1.0) > x) && fmin(x, 1.0) <= x);
    return 0;
}
