// target: lp64
// expect: safe
#include <everypath.h>
#include <limits.h>

/* Division with remainder, for all divisors: no solver multiplies out such a product of 64 bits, and whether it overflows. */
int main(void) {
    long long dividend = everypath_i64("dividend"), divisor = everypath_i64("divisor");
    everypath_assume(divisor != 0 && (divisor != -1 || dividend != LLONG_MIN));
    long long quotient = dividend / divisor, remainder = dividend % divisor;
    everypath_assert(quotient * divisor + remainder == dividend);
    everypath_assert(dividend - quotient * divisor == remainder);
    unsigned long long a = everypath_u64("a"), b = everypath_u64("b");
    everypath_assume(b != 0);
    everypath_assert(a / b * b + a % b == a && a % b < b);
    return 0;
}
