/*
 * The intersection of two sets that are arrays without duplicates; faulty. The first element of the
 * result stays free: \`++l\` where \`l++\` is right. (The result has one element more than the original, so that
 * the fault shows in the assertions only.)
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 8
#endif

static int contains(const int *array, int size, int value) {
    for (int i = 0; i < size; i++) {
        if (array[i] == value) return 1;
    }
    return 0;
}

/* Writes the elements that both arrays have to `result` and returns their number. */
static int intersection(const int *array1, int size1, const int *array2, int size2, int *result) {
    int l = 0;
    for (int i = 0; i < size1; i++) {
        for (int j = 0; j < size2; j++) {
            if (array1[i] == array2[j]) result[++l] = array1[i];
        }
    }
    return l;
}

/* Makes an array of symbolic size and elements, none of which occurs twice. */
static void make_set(int *array, int *size) {
    riscv_make_symbolic((unsigned long)size, sizeof *size);
    riscv_make_symbolic((unsigned long)array, SIZE * sizeof *array);
    riscv_assume((0 <= *size) & (*size <= SIZE));
    for (int i = 0; i < *size; i++) riscv_assume(!contains(array, i, array[i]));
}

int main(void) {
    int size1, size2, array1[SIZE], array2[SIZE], result[SIZE + 1];
    make_set(array1, &size1);
    make_set(array2, &size2);

    int size = intersection(array1, size1, array2, size2, result);
    for (int i = 0; i < size1; i++) {
        riscv_assert(contains(array2, size2, array1[i]) == contains(result, size, array1[i]));
    }
    for (int i = 0; i < size2; i++) {
        riscv_assert(contains(array1, size1, array2[i]) == contains(result, size, array2[i]));
    }
    for (int i = 0; i < size; i++) riscv_assert(!contains(result, i, result[i]));
    return 0;
}
