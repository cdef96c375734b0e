// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>
#include <math.h>

/* The parts of a number make it again. */
int main(void) {
    float x = everypath_float("x");
    everypath_assume(x >= -1000 && x <= 1000);
    float whole, rest = modff(x, &whole);
    everypath_assert(whole + rest == x && fabsf(rest) < 1);
    everypath_assert(copysignf(fabsf(x), x) == x);
    everypath_assert(fmaxf(x, 1) >= 1 && fminf(x, 1) <= 1);
    return 0;
}
