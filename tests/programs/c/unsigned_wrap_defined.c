// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    everypath_assert(x + 1 != x);
    everypath_assert(x - 1 + 1 == x);
    everypath_assert((x * 2) % 2 == 0);
    return 0;
}
