// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>
#include <math.h>

int main(void) {
    float x = everypath_float("x");
    everypath_assume(isfinite(x));
    float down = floorf(x), up = ceilf(x), cut = truncf(x);
    everypath_assert(down <= x && x <= up && fabsf(cut) <= fabsf(x));
    everypath_assert(cut == (x < 0 ? up : down));
    return 0;
}
