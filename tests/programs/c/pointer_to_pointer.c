// target: both
// expect: safe
#include <everypath.h>

static void swap(int **a, int **b) {
    int *t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    int x = everypath_int("x"), y = everypath_int("y"), *p = &x, *q = &y;
    swap(&p, &q);
    everypath_assert(*p == y && *q == x);
    return 0;
}
