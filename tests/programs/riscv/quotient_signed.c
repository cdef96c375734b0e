// target: both
// expect: safe
// Signed quotients round towards zero, and so do the products that stand for them in machine code.
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    int seventh = x / 7, tenth = x / -10;
    everypath_assert(x - seventh * 7 < 7 && x - seventh * 7 > -7);
    everypath_assert((x <= -10) == (tenth > 0));
    return 0;
}
