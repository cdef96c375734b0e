// target: riscv32
// expect: unsafe assertion
// line: 10
// 3 * x does not fit in 32 bits from 0x55555556 on.
#include <everypath.h>

int main(void) {
    uint32_t x = everypath_u32("x");
    uint64_t product = (uint64_t)x * 3;
    everypath_assert((uint32_t)(product >> 32) == 0);
    return 0;
}
