// target: both
// also: riscv
// expect: safe
// assumed: function-values
#include <everypath.h>
#include <math.h>

/* The sine has no exact value; but it has bounds. */
int main(void) {
    double x = everypath_double("x");
    everypath_assume(x > -1e6 && x < 1e6);
    everypath_assert(sin(x) <= 1 && sin(x) >= -1);
    if (x >= 0 && x <= 3) everypath_assert(sin(x) >= 0);
    return 0;
}
