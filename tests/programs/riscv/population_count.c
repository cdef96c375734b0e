// target: both
// expect: safe
// paths: 1
#include <everypath.h>

int main(void) {
    unsigned x = everypath_u16("x"), counted = 0;
    for (int i = 0; i < 16; i++) counted += x >> i & 1;
    unsigned y = x - (x >> 1 & 0x5555);
    y = (y & 0x3333) + (y >> 2 & 0x3333);
    y = (y + (y >> 4)) & 0x0f0f;
    y = (y + (y >> 8)) & 0x1f;
    everypath_assert(y == counted);
    return 0;
}
