// target: both
// expect: unsafe assertion
// line: 19
// example: c = 0
// example: b = 1
// example: a = 2
#include <everypath.h>
#include <stdlib.h>

static int compare(const void *l, const void *r) {
    int x = *(const int *)l, y = *(const int *)r;
    return (x > y) - (x < y);
}

int main(void) {
    int a = everypath_int("a"), b = everypath_int("b"), c = everypath_int("c"), array[3] = {a, b, c};
    qsort(array, 3, sizeof *array, compare);
    everypath_assert(array[0] <= array[1] && array[1] <= array[2]);
    everypath_assert(array[0] != c || array[2] != a || array[0] == array[2]);
    return 0;
}
