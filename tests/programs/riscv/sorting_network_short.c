// target: both
// expect: unsafe assertion
// line: 22
// One comparator is missing.
#include <everypath.h>

static void order(int *a, int *b) {
    if (*a > *b) {
        int swapped = *a;
        *a = *b;
        *b = swapped;
    }
}

int main(void) {
    int a[4];
    EVERYPATH_SYMBOLIC(a);
    order(&a[0], &a[1]);
    order(&a[2], &a[3]);
    order(&a[0], &a[2]);
    order(&a[1], &a[3]);
    everypath_assert((a[0] <= a[1]) & (a[1] <= a[2]) & (a[2] <= a[3]));
    return 0;
}
