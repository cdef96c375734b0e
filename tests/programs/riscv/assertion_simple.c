// target: both
// expect: unsafe assertion
// line: 10
// input: x = 12
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume((0 < x) & (x < 13));
    everypath_assert(x + 12 < 24);
    return 0;
}
