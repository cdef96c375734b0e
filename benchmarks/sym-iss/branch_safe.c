/* One branch on an integer of at least 8; correct. Small numbers are doubled. Two paths. */
#include <riscv_symbolic.h>

static int at_least_16(int x) {
    if (x < 16) return 2 * x;
    return x;
}

int main(void) {
    int x;
    riscv_make_symbolic((unsigned long)&x, sizeof x);
    riscv_assume(x >= 8);

    riscv_assert(at_least_16(x) >= 16);
    return 0;
}
