/*
 * Quick sort of the first `size` elements of an array, after Hoare with the middle element as pivot;
 * correct. Elements that equal the pivot are compared more than once, hence more paths than
 * orders of the elements: 1 + 2 + 7 + 35 + 208 + 1531 + 12856 for the sizes 1 to 7.
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 7
#endif

/* Returns j such that no element of array[left..=j] is larger than one of array[j+1..=right]. */
static int partition(int *array, int left, int right) {
    int pivot = array[(left + right) / 2], i = left - 1, j = right + 1;
    for (;;) {
        do i++; while (array[i] < pivot);
        do j--; while (array[j] > pivot);
        if (i >= j) return j;
        int swapped = array[i];
        array[i] = array[j];
        array[j] = swapped;
    }
}

static void quick_sort(int *array, int left, int right) {
    if (left >= right) return;
    int middle = partition(array, left, right);
    quick_sort(array, left, middle);
    quick_sort(array, middle + 1, right);
}

int main(void) {
    int size, array[SIZE];
    riscv_make_symbolic((unsigned long)&size, sizeof size);
    riscv_make_symbolic((unsigned long)array, sizeof array);
    riscv_assume((1 <= size) & (size <= SIZE));

    /* Every size is a path of its own, so that the bounds of the parts are constants. */
    int length = 1;
    while (length < size) length++;
    quick_sort(array, 0, length - 1);
    for (int i = 0; i < size - 1; i++) riscv_assert(array[i] <= array[i + 1]);
    return 0;
}
