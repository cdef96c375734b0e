/* The average of some numbers: what goes wrong in C itself, without an assertion. */
#include <everypath.h>
#include <stdlib.h>

static int average(const int *numbers, int count) {
    int sum = 0;
    for (int i = 0; i <= count; i++) sum += numbers[i];
    return sum / count;
}

int main(void) {
    int count = everypath_int("count");
    everypath_assume(count >= 0 && count <= 4);
    int *numbers = calloc((size_t)count, sizeof *numbers);
    int result = average(numbers, count);
    free(numbers);
    return result;
}
