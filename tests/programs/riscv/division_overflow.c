// target: both
// flags: --check signed-division-overflow
// expect: unsafe signed-division-overflow
// line: 12
// input: divisor = -1
#include <everypath.h>

int main(void) {
    int divisor = everypath_int("divisor");
    everypath_assume(divisor != 0);
    volatile int least = INT32_MIN;
    volatile int quotient = least / divisor;
    return 0;
}
