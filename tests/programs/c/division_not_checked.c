// target: both
// flags: --checks assertion
// expect: incomplete
#include <everypath.h>

int main(void) {
    int divisor = everypath_range(0, 1, "divisor");
    int quotient = 5 / divisor; // undefined for 0: nothing says how that path goes on
    everypath_assert(quotient == 5);
    return 0;
}
