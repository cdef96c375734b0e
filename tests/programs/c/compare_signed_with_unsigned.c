// target: both
// expect: unsafe assertion
// line: 10
// input: x = -1
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume(x == -1 || x == 1);
    everypath_assert(x < 2u);
    return 0;
}
