/* The C library's sort through a comparison function, and a binary search for each element. */
#include <stdio.h>
#include <stdlib.h>

static int numbers[20000];

static int compare(const void *left, const void *right) {
    const int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

int main(void) {
    const size_t count = sizeof numbers / sizeof *numbers;
    unsigned seed = 1;
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1103515245u + 12345u;
        numbers[i] = (int)(seed >> 8);
    }
    qsort(numbers, count, sizeof *numbers, compare);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        found += bsearch(&numbers[i], numbers, count, sizeof *numbers, compare) != NULL;
    }
    printf("%zu %d %d\n", found, numbers[0], numbers[count - 1]);
    return 0;
}
