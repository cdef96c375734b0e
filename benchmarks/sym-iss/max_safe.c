/*
 * The largest of the first `size` elements of an array; correct. For a size k every element after
 * the first is a new maximum or not: 2^0 + 2^1 + ... + 2^(SIZE-1) paths.
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 15
#endif

static int maximum(const int *array, int size) {
    int largest = array[0];
    for (int i = 1; i < size; i++) {
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
