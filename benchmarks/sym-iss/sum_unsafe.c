/*
 * Sum of the first `size` fields of an array; faulty. All fields are at least 0, and the sum is claimed to
 * be as well: it is not when it overflows, which takes two fields or more.
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 10
#endif

static int sum(const int *field, int size) {
    int result = 0;
    for (int i = 0; i < size; i++) result = (int)((unsigned)result + (unsigned)field[i]);
    return result;
}

int main(void) {
    int size, field[SIZE];
    riscv_make_symbolic((unsigned long)&size, sizeof size);
    riscv_make_symbolic((unsigned long)field, sizeof field);
    riscv_assume((1 <= size) & (size <= SIZE));
    for (int i = 0; i < SIZE; i++) riscv_assume(field[i] >= 0);

    riscv_assert(sum(field, size) >= 0);
    return 0;
}
