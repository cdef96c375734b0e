// target: both
// also: riscv
// expect: safe
#include <complex.h>
#include <everypath.h>
#include <math.h>

static volatile double zero = 0, real = 23, tiny = 1e-10, huge = 1e200;

int main(void) {
    double part = cimag(ctanh(real + I));
    everypath_assert(part > 1.915e-20 && part < 1.917e-20);
    part = creal(clog(1 + tiny * I));
    everypath_assert(part > 4.999999e-21 && part < 5.000001e-21);
    part = creal(catanh(huge + I));
    everypath_assert(part > 0.999999e-200 && part < 1.000001e-200);
    everypath_assert(isinf(creal(cpow(zero, -1))) && cpow(zero, 2) == 0 && isnan(creal(cpow(zero, 0))));
    part = creal(cexp(710 + zero + 1.5 * I));
    everypath_assert(part > 1.5e307 && part < 1.6e307);
    return 0;
}
