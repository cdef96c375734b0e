// target: both
// expect: unsafe assertion
// line: 12
// input: x = 0
#include <everypath.h>

int main(void) {
    uint32_t x = everypath_u32("x");
    int is_power = (x & (x - 1)) == 0;
    uint32_t bits = 0;
    for (int i = 0; i < 32; i++) bits |= -(uint32_t)(x == 1u << i) & 1;
    everypath_assert(is_power == (int)bits);
    return 0;
}
