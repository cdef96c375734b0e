// target: lp64
// expect: unsafe signed-overflow
// line: 10
// example: x = 32767
// example: y = 32767
#include <everypath.h>

int main(void) {
    short x = everypath_i32("x") & 0x7fff, y = everypath_i32("y") & 0x7fff;
    int product = x * y * 3;
    everypath_assert(product >= 0);
    return 0;
}
