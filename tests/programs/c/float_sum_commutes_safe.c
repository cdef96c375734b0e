// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

int main(void) {
    double x = everypath_double("x"), y = everypath_double("y");
    everypath_assume(x >= -1e300 && x <= 1e300 && y >= -1e300 && y <= 1e300);
    everypath_assert(x + y == y + x);
    everypath_assert(x * y == y * x);
    return 0;
}
