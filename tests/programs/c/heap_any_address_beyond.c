// target: both
// flags: --memory flat --heap symbolic
// expect: unsafe invalid-store
// line: 13
// input: i = 4
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    unsigned i = (unsigned)everypath_int("i");
    int *a = malloc(4 * sizeof *a);
    everypath_assume(i <= 4);
    a[i] = 1;
    free(a);
    return 0;
}
