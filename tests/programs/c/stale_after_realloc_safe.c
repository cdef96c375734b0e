// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *array = malloc(2 * sizeof *array);
    array[0] = everypath_int("x");
    int *alias = array;
    array = realloc(array, 100 * sizeof *array);
    int first = *array;
    (void)alias;
    everypath_assert(first == array[0]);
    free(array);
    return 0;
}
