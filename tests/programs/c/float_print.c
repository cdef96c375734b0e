// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile double pi = 3.14159265358979;

int main(void) {
    char text[64];
    snprintf(text, sizeof text, "%.3f %e %g %10.1f|", pi, pi * 1e10, 1e-5 * 10, -pi);
    everypath_assert(strcmp(text, "3.142 3.141593e+10 0.0001       -3.1|") == 0);
    everypath_assert(strtod("2.5e3x", NULL) == 2500 && atof("-0.125") == -0.125);
    return 0;
}
