// target: both
// also: riscv
// expect: unsafe assertion
// line: 14
#include <complex.h>
#include <everypath.h>

static volatile double real = 23;

/* Small beside the other part, but not 0. */
int main(void) {
    double complex z = ctanh(real + I);
    everypath_assert(creal(z) == 1);
    everypath_assert(cimag(z) == 0);
    return 0;
}
