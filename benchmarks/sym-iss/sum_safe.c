/*
 * Sum of the first `size` fields of an array; correct. Every field is at most INT_MAX / SIZE, so the sum
 * cannot overflow. One path per size: SIZE paths.
 */
#include <limits.h>
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
    for (int i = 0; i < SIZE; i++) riscv_assume((field[i] >= 0) & (field[i] <= INT_MAX / SIZE));

    riscv_assert(sum(field, size) >= 0);
    return 0;
}
