// target: lp64
// machine: no, the check is not of machine code
// flags: --check implicit-conversion
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume(x >= 0 && x < 1000);
    unsigned char low = x & 255;
    everypath_assert(low <= x);
    return 0;
}
