/*
 * The largest of the first `size` elements of an array; faulty. The search starts from 0 and not
 * from the first element, which is wrong when all elements are negative.
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 15
#endif

static int maximum(const int *array, int size) {
    int largest = 0;
    for (int i = 0; i < size; i++) {
        if (array[i] > largest) largest = array[i];
    }
    return largest;
}

int main(void) {
    int size, array[SIZE];
    riscv_make_symbolic((unsigned long)&size, sizeof size);
    riscv_make_symbolic((unsigned long)array, sizeof array);
    riscv_assume((1 <= size) & (size <= SIZE));

    int largest = maximum(array, size);
    int none_larger = 1, found = 0;
    for (int i = 0; i < size; i++) {
        none_larger &= array[i] <= largest;
        found |= array[i] == largest;
    }
    riscv_assert(none_larger & found);
    return 0;
}
