// target: both
// expect: unsafe assertion
// line: 12
// The names of the older interface, on a global variable.
#include <riscv_symbolic.h>

static int x;

int main(void) {
    riscv_make_symbolic((unsigned long)&x, sizeof x);
    riscv_assume((x >= 0) & (x <= 10));
    riscv_assert(x != 10);
    return 0;
}
