// target: both
// machine: no, the variable is of the front end
// expect: safe
#include <everypath.h>
#include <fenv.h>
#include <math.h>

/* ESBMC's programs set the direction of rounding by a variable that none of their files defines; to nearest, ties away from zero, too. */
extern int __ESBMC_rounding_mode;

int main(void) {
    double x = everypath_double("x");
    everypath_assume(x > -2 && x < -1);
    __ESBMC_rounding_mode = 3;
    everypath_assert(nearbyint(x) == -2 && fegetround() == FE_DOWNWARD);
    __ESBMC_rounding_mode = 4;
    everypath_assert(nearbyint(x) == -1);
    __ESBMC_rounding_mode = 1;
    volatile double tenth = 2.5;
    everypath_assert(nearbyint(tenth) == 3);
    fesetround(FE_TONEAREST);
    everypath_assert(__ESBMC_rounding_mode == 0 && nearbyint(tenth) == 2);
    return 0;
}
