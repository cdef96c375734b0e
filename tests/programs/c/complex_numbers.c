// target: both
// also: riscv
// expect: unsafe assertion
// line: 12
#include <complex.h>
#include <everypath.h>

int main(void) {
    double complex z = 3 + 4 * I, w = z * conj(z);
    everypath_assert(creal(w) == 25 && cimag(w) == 0 && cabs(z) == 5);
    everypath_assert(csqrt(-4) == 2 * I && creal(z / (1 + I)) == 3.5);
    everypath_assert(cimag(z / (1 + I)) == 1);
    return 0;
}
