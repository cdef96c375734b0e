// target: both
// expect: safe
// Shifts by a symbolic amount.
#include <everypath.h>

int main(void) {
    uint32_t x = everypath_u32("x");
    unsigned amount = everypath_unsigned("amount") & 31;
    uint32_t left = x << amount | x >> (-amount & 31);
    uint32_t back = left >> amount | left << (-amount & 31);
    everypath_assert(back == x);
    return 0;
}
