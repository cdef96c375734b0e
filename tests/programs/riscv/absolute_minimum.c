// target: both
// expect: unsafe assertion
// line: 10
// input: x = -2147483648
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    unsigned magnitude = x < 0 ? 0u - (unsigned)x : (unsigned)x;
    everypath_assert((int)magnitude >= 0);
    return 0;
}
