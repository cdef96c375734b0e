// target: both
// expect: unsafe assertion
// line: 17
// example: word = 305419896
#include <everypath.h>

union view {
    uint32_t word;
    uint16_t halves[2];
    uint8_t bytes[4];
};

int main(void) {
    union view v;
    v.word = everypath_u32("word");
    everypath_assert(v.halves[1] == v.word >> 16);
    everypath_assert(v.bytes[0] != 0x78 || v.bytes[1] != 0x56);
    return 0;
}
