// target: both
// expect: unsafe assertion
// line: 12
// input: x = 4
// The first assertion holds and must not hide the second.
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    everypath_assume(x < 5);
    everypath_assert(x * x < 17);
    everypath_assert(x * x < 16);
    return 0;
}
