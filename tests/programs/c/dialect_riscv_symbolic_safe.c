// target: both
// expect: safe
#include <riscv_symbolic.h>

int main(void) {
    int x;
    riscv_make_symbolic((unsigned long)&x, sizeof x);
    riscv_assume(x > 3);
    riscv_assert(x > 2);
    return 0;
}
