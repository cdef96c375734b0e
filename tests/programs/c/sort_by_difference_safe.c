// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

static int compare(const void *l, const void *r) {
    return (*(const int *)l > *(const int *)r) - (*(const int *)l < *(const int *)r);
}

int main(void) {
    int array[2] = {everypath_int("a"), everypath_int("b")};
    qsort(array, 2, sizeof *array, compare);
    everypath_assert(array[0] <= array[1]);
    return 0;
}
