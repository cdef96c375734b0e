// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int divisor = everypath_int("divisor");
    int quotient = divisor == 0 ? 0 : 100 / divisor;
    everypath_assert(quotient <= 100 && quotient >= -100);
    return 0;
}
