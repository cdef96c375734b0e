// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_u16("x");
    if (x == 65535) x--;
    x *= 32769;
    everypath_assert(x >= 0);
    return 0;
}
