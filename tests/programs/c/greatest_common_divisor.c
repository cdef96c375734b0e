// target: lp64
// expect: unsafe assertion
// unoptimised: no, its arithmetic is hard without LLVM's passes
// line: 22
// example: a = 12
// example: b = 18
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
    everypath_assume(a > 0 && a < 20 && b > 0 && b < 20);
    unsigned g = gcd(a, b);
    everypath_assert(g < 6 || a == b || a % b == 0 || b % a == 0);
    return 0;
}
