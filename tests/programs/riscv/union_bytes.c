// target: both
// expect: unsafe assertion
// line: 16
// input: value = 287454020
// A big-endian reading of a little-endian machine's bytes, for one value.
#include <everypath.h>

int main(void) {
    union {
        uint32_t word;
        uint8_t bytes[4];
    } overlay;
    overlay.word = everypath_u32("value");
    uint32_t big = (uint32_t)overlay.bytes[0] << 24 | (uint32_t)overlay.bytes[1] << 16 |
                   (uint32_t)overlay.bytes[2] << 8 | overlay.bytes[3];
    everypath_assert(big != 0x44332211u);
    return 0;
}
