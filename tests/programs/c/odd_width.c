// target: lp64
// expect: unsafe assertion
// line: 10
// example: x = 4095
#include <everypath.h>

int main(void) {
    unsigned _BitInt(13) x = (unsigned _BitInt(13))everypath_u16("x");
    unsigned _BitInt(13) twice = x + x;
    everypath_assert(twice <= 8188);
    return 0;
}
