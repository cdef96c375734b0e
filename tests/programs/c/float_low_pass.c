// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 15
// example: x = 1065353216
#include <everypath.h>

/* A filter whose weights add up to more than one leaves the range of what it filters. */
int main(void) {
    float y = 0;
    for (int i = 0; i < 3; i++) {
        float x = everypath_float("x");
        everypath_assume(x >= -1 && x <= 1);
        y = 0.75f * y + 0.375f * x;
        everypath_assert(y >= -0.75f && y <= 0.75f);
    }
    return 0;
}
