// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* Weights that are zero and one give each end. */
static float between(float a, float b, float t) { return (1 - t) * a + t * b; }

int main(void) {
    float a = everypath_float("a"), b = everypath_float("b");
    everypath_assume(a >= 1 && a <= 1000 && b >= 0 && b <= 1000);
    everypath_assert(between(a, b, 0) == a && between(a, b, 1) == b);
    return 0;
}
