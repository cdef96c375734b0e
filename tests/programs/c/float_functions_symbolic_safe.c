// target: lp64
// also: riscv
// expect: safe
// assumed: function-values
#include <everypath.h>
#include <math.h>

/* What holds of functions without an exact value for every argument. */
int main(void) {
    double x = everypath_double("x");
    everypath_assume(!isnan(x));
    everypath_assert(exp(x) >= 0);
    if (x > 0) everypath_assert(!isnan(log(x)));
    if (x >= 1) everypath_assert(log(x) >= 0 && pow(x, 2.5) >= 1 && exp(x) > 2.7);
    if (x < 0) everypath_assert(isnan(log(x)) && exp(x) <= 1);
    everypath_assert(fabs(atan(x)) < 1.6 && cosh(x) >= 1 && fabs(tanh(x)) <= 1);
    float y = everypath_float("y");
    everypath_assume(y >= -1 && y <= 1);
    everypath_assert(acosf(y) >= 0 && acosf(y) < 3.15f && cosf(y) > 0.5f);
    return 0;
}
