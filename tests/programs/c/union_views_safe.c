// target: both
// expect: safe
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
    v.bytes[3] = 0;
    everypath_assert(v.word < 1u << 24);
    return 0;
}
