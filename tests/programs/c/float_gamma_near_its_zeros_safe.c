// target: both
// also: riscv
// expect: safe
#include <everypath.h>
#include <float.h>
#include <math.h>

static volatile double near_two = 2 + 0x1p-30, below_two = 2 - 0x1p-30, near_one = 1 + 0x1p-30, negative = -0.5;

static int is_near(double x, double y) { return fabs(x - y) <= 1e-14 * fabs(y); }

int main(void) {
    int sign;
    everypath_assert(is_near(lgamma(near_two) * 0x1p30, 0.42278433539878797) && is_near(lgamma(below_two) * 0x1p30, -0.42278433479814631));
    everypath_assert(is_near(lgamma(near_one) * 0x1p30, -0.57721566413555075) && lgamma(1) == 0 && lgamma(2) == 0);
    everypath_assert(is_near(lgamma(2.5), 0.28468287047291916) && is_near(lgamma(negative - 1), 0.86004701537648101));
    everypath_assert(is_near(lgamma_r(negative, &sign), 1.2655121234846454) && sign == -1);
#if LDBL_MANT_DIG == 53
    sign = 0;
    everypath_assert(is_near((double)lgammal_r(negative, &sign), 1.2655121234846454) && sign == -1);
#endif
    return 0;
}
