// target: both
// expect: safe
// Division by zero is no violation by default: the instruction gives all ones.
#include <everypath.h>

int main(void) {
    unsigned long x = 5, zero = everypath_unsigned("zero"), quotient;
    everypath_assume(zero == 0);
    __asm__ volatile("divu %0, %1, %2" : "=r"(quotient) : "r"(x), "r"(zero));
    everypath_assert(quotient == ~0ul);
    return 0;
}
