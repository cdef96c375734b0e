// target: lp64
// machine: no, the check is not of machine code
// flags: --check unsigned-overflow
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    everypath_assume(x >= 10);
    unsigned y = x - 10;
    everypath_assert(y + 10 == x || y > x);
    return 0;
}
