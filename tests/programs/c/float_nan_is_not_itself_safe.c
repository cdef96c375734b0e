// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>
#include <math.h>

int main(void) {
    float x = everypath_float("x");
    everypath_assert((x == x) == !isnan(x));
    everypath_assert(isnan(x) + isinf(x) + (isfinite(x) != 0) == 1 || isinf(x));
    return 0;
}
