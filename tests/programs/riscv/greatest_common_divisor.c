// target: both
// expect: safe
#include <everypath.h>

static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }

int main(void) {
    unsigned a = everypath_unsigned("a"), b = everypath_unsigned("b");
    everypath_assume((1 <= a) & (a <= 12) & (1 <= b) & (b <= 12));
    unsigned divisor = gcd(a, b);
    everypath_assert((divisor != 0) & (a % divisor == 0) & (b % divisor == 0));
    return 0;
}
