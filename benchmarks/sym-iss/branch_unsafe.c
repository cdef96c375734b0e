/*
 * One branch on an integer of at least 8; faulty. Small numbers are doubled, but one too little: 8 becomes
 * 15. The only counterexample is 8.
 */
#include <riscv_symbolic.h>

static int at_least_16(int x) {
    if (x < 16) return 2 * x - 1;
    return x;
}

int main(void) {
    int x;
    riscv_make_symbolic((unsigned long)&x, sizeof x);
    riscv_assume(x >= 8);

    riscv_assert(at_least_16(x) >= 16);
    return 0;
}
