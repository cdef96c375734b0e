/*
 * Merge sort of an array; correct. One path per order of the elements: SIZE! paths.
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 8
#endif

static int merged[SIZE];

/* Merges the sorted parts array[left..middle] and array[middle..right] (ends excluded). */
static void merge(int *array, int left, int middle, int right) {
    int i = left, j = middle, k = left;
    while (i < middle && j < right) {
        if (array[i] <= array[j]) {
            merged[k++] = array[i++];
        } else {
            merged[k++] = array[j++];
        }
    }
    while (i < middle) merged[k++] = array[i++];
    while (j < right) merged[k++] = array[j++];
    for (k = left; k < right; k++) array[k] = merged[k];
}

static void merge_sort(int *array, int left, int right) {
    if (right - left <= 1) return;
    int middle = (left + right) / 2;
    merge_sort(array, left, middle);
    merge_sort(array, middle, right);
    merge(array, left, middle, right);
}

int main(void) {
    int array[SIZE];
    riscv_make_symbolic((unsigned long)array, sizeof array);

    merge_sort(array, 0, SIZE);
    for (int i = 0; i < SIZE - 1; i++) riscv_assert(array[i] <= array[i + 1]);
    return 0;
}
