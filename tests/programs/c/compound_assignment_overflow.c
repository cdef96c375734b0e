// target: lp64
// expect: unsafe signed-overflow
// line: 9
// input: x = 65535
#include <everypath.h>

int main(void) {
    int x = everypath_u16("x");
    x *= 32769;
    everypath_assert(x >= 0);
    return 0;
}
