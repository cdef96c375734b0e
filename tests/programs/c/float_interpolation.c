// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 15
// example: a = 1148846080
// example: b = 1036831949
#include <everypath.h>

/* The difference of the ends is rounded, so at the end there is not always the end. */
static float between(float a, float b, float t) { return a + t * (b - a); }

int main(void) {
    float a = everypath_float("a"), b = everypath_float("b");
    everypath_assume(a >= 1 && a <= 1000 && b >= 0 && b <= 1000);
    everypath_assert(between(a, b, 1) == b);
    return 0;
}
