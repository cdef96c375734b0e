// target: both
// expect: safe
// On RV32 the division is a function of the runtime.
#include <everypath.h>

int main(void) {
    uint64_t high = everypath_u8("high");
    everypath_assume(high != 0);
    uint64_t dividend = (high << 32) | 7;
    everypath_assert((uint32_t)(dividend / 0x100000000ull) == (uint32_t)high);
    return 0;
}
