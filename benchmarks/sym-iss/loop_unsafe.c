/*
 * A loop with a symbolic number of rounds; faulty. It makes one round too many, whatever the number.
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 450
#endif

int main(void) {
    int rounds, count = 0;
    riscv_make_symbolic((unsigned long)&rounds, sizeof rounds);
    riscv_assume((0 <= rounds) & (rounds <= SIZE));

    for (int i = 0; i <= rounds; i++) count++;
    riscv_assert(count == rounds);
    return 0;
}
