// target: both
// also: riscv
// expect: unsafe assertion
// line: 23
// replay: no
// Arithmetic that is told of the environment rounds as the program says: upwards and downwards differ unless a quotient is exact.
#include <everypath.h>
#include <fenv.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

int main(void) {
    int number = everypath_int("number");
    everypath_assume(number > 0 && number < 100);
    double x = number;
    fesetround(FE_UPWARD);
    double above = x / 3;
    fesetround(FE_DOWNWARD);
    double below = x / 3;
    fesetround(FE_TONEAREST);
    everypath_assert(above >= below && (int)sqrt(x * x) == number && fabs((float)below - below) < 1e-5);
    everypath_assert(above > below);
    return 0;
}
