// target: both
// expect: unsafe division-by-zero
// line: 9
// input: divisor = 0
#include <everypath.h>

int main(void) {
    int divisor = everypath_int("divisor");
    int quotient = 100 / divisor;
    everypath_assert(quotient <= 100 && quotient >= -100);
    return 0;
}
