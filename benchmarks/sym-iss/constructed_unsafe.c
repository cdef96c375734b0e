/*
 * An unbalanced tree of paths; faulty. The assertion behind the loop always fails, at once for the input 0,
 * but a depth-first search stays in the loop.
 */
#include <riscv_symbolic.h>

int main(void) {
    unsigned a;
    riscv_make_symbolic((unsigned long)&a, sizeof a);

    for (; a != 0; a++) {
    }
    riscv_assert(0);
    return 0;
}
