// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    everypath_assert(__builtin_popcount(x) + __builtin_popcount(~x) == 32);
    if (x != 0) {
        everypath_assert((x >> (31 - __builtin_clz(x))) == 1);
        everypath_assert((x >> __builtin_ctz(x) & 1) == 1);
    }
    everypath_assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
    return 0;
}
