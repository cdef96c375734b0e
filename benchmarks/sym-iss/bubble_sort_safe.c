/*
 * Bubble sort of the first `size` elements of an array; correct. For a size k there is one path per
 * order of k elements: 1! + 2! + ... + SIZE! paths.
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 7
#endif

static void bubble_sort(int *array, int length) {
    for (int i = 1; i < length; i++) {
        for (int j = 0; j < length - i; j++) {
            if (array[j] > array[j + 1]) {
                int swapped = array[j];
                array[j] = array[j + 1];
                array[j + 1] = swapped;
            }
        }
    }
}

int main(void) {
    int size, array[SIZE];
    riscv_make_symbolic((unsigned long)&size, sizeof size);
    riscv_make_symbolic((unsigned long)array, sizeof array);
    riscv_assume((1 <= size) & (size <= SIZE));

    bubble_sort(array, size);
    for (int i = 0; i < size - 1; i++) riscv_assert(array[i] <= array[i + 1]);
    return 0;
}
