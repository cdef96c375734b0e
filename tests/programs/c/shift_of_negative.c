// target: lp64
// expect: unsafe invalid-shift
// line: 9
// example: x = -1
#include <everypath.h>

int main(void) {
    int x = everypath_i8("x");
    int doubled = x << 1;
    everypath_assert(doubled % 2 == 0);
    return 0;
}
