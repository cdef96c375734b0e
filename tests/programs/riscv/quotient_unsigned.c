// target: both
// expect: safe
// Quotients by constants are products in machine code, one of them (by 7) with a multiplier of 33 bits.
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    unsigned tenth = x / 10, seventh = x / 7;
    everypath_assert(tenth * 10 <= x);
    everypath_assert(x - tenth * 10 < 10);
    everypath_assert(seventh >= tenth);
    return 0;
}
