// target: both
// machine: no, long double is double there
// expect: safe
#include <assert.h>
#include <math.h>
long double __VERIFIER_nondet_ldouble(void);

/* Every input is of one class, as on the processor. */
int main(void) {
    long double x = __VERIFIER_nondet_ldouble();
    int zero = x == 0, nan = isnan(x) != 0, infinite = isinf(x) != 0, normal = isnormal(x) != 0;
    int subnormal = x != 0 && fabsl(x) < 0x1p-16382L;
    assert(zero + nan + infinite + normal + subnormal == 1);
    assert((isfinite(x) != 0) == (zero + normal + subnormal));
    if (!nan && !infinite) {
        assert(x - x == 0 && floorl(x) <= x && ceill(x) >= x);
        assert((x == floorl(x)) == (x == ceill(x)));
    }
    return 0;
}
