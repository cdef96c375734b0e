// target: both
// expect: safe
#include <everypath.h>
#include <math.h>

/* Sums of integers of 32 bits lose nothing in 64 digits; they do in the 24 of float. */
int main(void) {
    int a = everypath_int("a"), b = everypath_int("b");
    long double sum = (long double)a + b;
    everypath_assert((long long)sum == (long long)a + b);
    double x = everypath_double("x");
    everypath_assume(x > 0.5 && x < 4);
    long double wide = x;
    everypath_assert((double)wide == x && wide < 4 && isfinite(wide) && !isnan(wide) && fabsl(-wide) == wide);
    everypath_assert(truncl(wide) <= wide && wide - truncl(wide) < 1);
    return 0;
}
