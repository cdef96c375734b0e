// target: riscv64
// expect: unsafe assertion
// line: 11
// The product is computed in 32 bits and widened too late.
#include <everypath.h>

int main(void) {
    uint32_t width = everypath_u32("width"), height = everypath_u32("height");
    everypath_assume((width < 0x20000) & (height < 0x20000));
    uint64_t area = width * height;
    everypath_assert(area == (uint64_t)width * height);
    return 0;
}
