// target: both
// expect: unsafe assertion
// line: 10
// replay: the functions of that header exist for RISC-V only
#include <riscv_symbolic.h>

int main(void) {
    int x;
    riscv_make_symbolic((unsigned long)&x, sizeof x);
    riscv_assert(x != 77);
    return 0;
}
