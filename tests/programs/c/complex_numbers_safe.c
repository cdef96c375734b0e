// target: both
// also: riscv
// expect: safe
#include <complex.h>
#include <everypath.h>
#include <tgmath.h>

int main(void) {
    float complex z = 3 + 4 * I;
    everypath_assert(crealf(z * z) == -7 && cimagf(z * z) == 24 && fabs(z) == 5);
    everypath_assert(tgamma(5.0) == 24 && erf(0.0) == 0 && erfc(0.0) == 1 && lgamma(2.0) == 0);
    return 0;
}
