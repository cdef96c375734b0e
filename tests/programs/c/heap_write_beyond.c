// target: both
// expect: unsafe invalid-store
// line: 12
// example: n = 3
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n >= 1 && n <= 4);
    int *array = malloc(n * sizeof *array);
    for (unsigned i = 0; i <= n; i++) array[i] = 0;
    free(array);
    return 0;
}
