// target: both
// expect: safe
// A substitution and its inverse: a lookup with the result of a lookup.
#include <everypath.h>

static const unsigned char forward[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};

int main(void) {
    unsigned char backward[16];
    for (unsigned char i = 0; i < 16; i++) backward[forward[i]] = i;
    unsigned char x = everypath_u8("x") & 15;
    everypath_assert(backward[forward[x]] == x);
    everypath_assert(forward[backward[x]] == x);
    return 0;
}
