// target: riscv32
// expect: safe
// paths: 1
// 64-bit arithmetic on a 32-bit machine: carry and borrow between the halves.
#include <everypath.h>

int main(void) {
    uint64_t a = everypath_u64("a"), b = everypath_u64("b");
    everypath_assert(((a + b) - b ^ a) == 0);
    return 0;
}
