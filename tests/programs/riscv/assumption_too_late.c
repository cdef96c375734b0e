// target: both
// expect: unsafe assertion
// line: 8
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assert(x > 5);
    everypath_assume(x > 5);
    return 0;
}
