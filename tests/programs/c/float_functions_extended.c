// target: both
// machine: no, long double is double there
// expect: unsafe assertion
// line: 13
#include <everypath.h>
#include <math.h>

/* A number of 80 bits whose exponential is beyond all numbers of 64 bits. */
long double nondet_ldouble(void);
int main(void) {
    long double x = nondet_ldouble();
    everypath_assume(x >= 800 && x <= 801);
    everypath_assert((expl(x) < 0x1p1024L) | (sinl(x) < 0.25L));
    return 0;
}
