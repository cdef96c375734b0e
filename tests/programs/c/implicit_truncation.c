// target: lp64
// flags: --check implicit-conversion
// expect: unsafe implicit-conversion
// line: 11
// example: x = 300
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume(x >= 0 && x < 1000);
    unsigned char low = x;
    everypath_assert(low <= x);
    return 0;
}
