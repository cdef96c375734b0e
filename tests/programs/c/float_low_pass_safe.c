// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* A filter whose weights add up to one stays in the range of what it filters. */
int main(void) {
    float y = 0;
    for (int i = 0; i < 8; i++) {
        float x = everypath_float("x");
        everypath_assume(x >= -1 && x <= 1);
        y = 0.75f * y + 0.25f * x;
        everypath_assert(y >= -1 && y <= 1);
    }
    return 0;
}
