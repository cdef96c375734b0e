// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    short x = everypath_i32("x") & 0x7fff, y = everypath_i32("y") & 0x7fff;
    int product = x * y * 2 / 2;
    everypath_assert(product >= 0);
    return 0;
}
