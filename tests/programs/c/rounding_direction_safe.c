// target: both
// expect: safe
#include <everypath.h>
#include <fenv.h>
#include <math.h>

/* A sum that is rounded downwards is not above one that is rounded upwards, and whole numbers follow the direction, too. */
int main(void) {
    volatile float x = everypath_float("x"), y = 0.1f;
    everypath_assume(x >= 1.0f && x <= 2.0f);
    everypath_assert(fegetround() == FE_TONEAREST);
    everypath_assert(fesetround(FE_DOWNWARD) == 0 && fegetround() == FE_DOWNWARD);
    float below = x + y;
    everypath_assert(rintf(x) == floorf(x));
    fesetround(FE_UPWARD);
    float above = x + y;
    everypath_assert(rintf(x) == ceilf(x));
    everypath_assert(below <= above);
    return 0;
}
