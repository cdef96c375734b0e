// target: both
// expect: safe
// Five comparators sort four numbers; without branches, so there is one path at -O0.
// paths: 1
#include <everypath.h>

static void order(int *a, int *b) {
    int swap = -(*a > *b), difference = (*a ^ *b) & swap;
    *a ^= difference;
    *b ^= difference;
}

int main(void) {
    int a[4];
    EVERYPATH_SYMBOLIC(a);
    order(&a[0], &a[1]);
    order(&a[2], &a[3]);
    order(&a[0], &a[2]);
    order(&a[1], &a[3]);
    order(&a[1], &a[2]);
    everypath_assert((a[0] <= a[1]) & (a[1] <= a[2]) & (a[2] <= a[3]));
    return 0;
}
