// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 13
// example: x = 368547464
#include <everypath.h>
#include <math.h>

/* Small numbers have squares of few digits. */
int main(void) {
    float x = everypath_float("x");
    everypath_assume(x > 0 && x < 1e-19f);
    everypath_assert(x * x > 0);
    return sqrtf(x) < x;
}
