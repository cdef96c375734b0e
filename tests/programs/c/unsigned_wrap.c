// target: lp64
// flags: --check unsigned-overflow
// expect: unsafe unsigned-overflow
// line: 10
// example: x = 5
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    unsigned y = x - 10;
    everypath_assert(y + 10 == x || y > x);
    return 0;
}
