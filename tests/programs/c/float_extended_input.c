// target: both
// machine: no, long double is double there
// expect: unsafe assertion
// line: 13
#include <assert.h>
#include <math.h>
long double __VERIFIER_nondet_ldouble(void);

/* A number of 64 digits is not always one of 53. */
int main(void) {
    long double x = __VERIFIER_nondet_ldouble();
    if (x > 1 && x < 2)
        assert((long double)(double)x == x);
    return 0;
}
