// target: lp64
// expect: safe
// unoptimised: no, its arithmetic is hard without LLVM's passes
#include <everypath.h>

static unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int main(void) {
    unsigned a = everypath_unsigned("a"), b = everypath_unsigned("b");
    everypath_assume(a > 0 && a < 6 && b > 0 && b < 6);
    unsigned g = gcd(a, b);
    everypath_assert(a % g == 0 && b % g == 0);
    return 0;
}
