// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned _BitInt(13) x = (unsigned _BitInt(13))everypath_u16("x");
    unsigned _BitInt(13) twice = x + x;
    everypath_assert(twice <= 8190 && twice % 2 == 0);
    return 0;
}
