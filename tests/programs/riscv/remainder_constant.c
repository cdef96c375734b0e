// target: both
// expect: safe
// A remainder by a constant is a product, a second product and a difference in machine code.
#include <everypath.h>

int main(void) {
    static const unsigned char days[7] = {1, 2, 3, 4, 5, 6, 7};
    uint32_t x = everypath_u32("x");
    int32_t y = everypath_i32("y");
    everypath_assert(days[x % 7] == x % 7 + 1);
    everypath_assert(y % 1000 < 1000 && y % 1000 > -1000);
    return 0;
}
