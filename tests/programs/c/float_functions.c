// target: both
// also: riscv
// expect: safe
// assumed: function-values
#include <everypath.h>
#include <math.h>

static volatile double two = 2, x = -2.5;

int main(void) {
    int exponent;
    everypath_assert(sqrt(two * 8) == 4 && floor(x) == -3 && ceil(x) == -2 && trunc(x) == -2 && round(x) == -3);
    everypath_assert(pow(two, 10) == 1024 && fmod(x, 2) == -0.5 && fabs(x) == 2.5 && fmin(two, x) == x);
    everypath_assert(frexp(two * 4, &exponent) == 0.5 && exponent == 4 && ldexp(two, 3) == 16);
    everypath_assert(sin(0 * two) == 0 && cos(0 * two) == 1 && exp(0 * two) == 1 && log(two / 2) == 0);
    everypath_assert(isnan(sqrt(x)) && isinf(two / 0) && lround(x) == -3 && sqrtf(16.0f) == 4.0f);
    return 0;
}
