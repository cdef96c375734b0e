// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_i8("x");
    int doubled = x * 2;
    everypath_assert(doubled % 2 == 0);
    return 0;
}
