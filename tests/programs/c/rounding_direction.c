// target: both
// expect: incomplete
#include <everypath.h>
#include <fenv.h>

/* Numbers are rounded to nearest here, so what another direction gives is not known. */
int main(void) {
    everypath_assert(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0);
    if (everypath_int("x") == 3) return fesetround(FE_UPWARD);
    return 0;
}
