// target: both
// expect: safe
// unoptimised: no, its arithmetic is hard without LLVM's passes
#include <everypath.h>

int main(void) {
    uint64_t x = everypath_u32("x"), y = everypath_u32("y");
    uint64_t product = x * y;
    everypath_assert(y == 0 || product / y == x);
    return 0;
}
