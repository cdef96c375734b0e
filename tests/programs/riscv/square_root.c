// target: both
// expect: unsafe assertion
// line: 10
// input: x = 37
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    everypath_assume(x < 1000);
    everypath_assert(x * x != 1369);
    return 0;
}
