// target: lp64
// expect: unsafe signed-overflow
// input: x = -2147483648
// replay: natively the result is negative
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assert(abs(x) >= 0);
    return 0;
}
