// target: both
// expect: safe
// paths: 1
#include <everypath.h>

static uint32_t reverse(uint32_t x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

int main(void) {
    uint32_t x = everypath_u32("x");
    everypath_assert(reverse(reverse(x)) == x);
    everypath_assert((reverse(x) & 1) == x >> 31);
    return 0;
}
