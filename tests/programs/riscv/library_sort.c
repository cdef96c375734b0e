// target: both
// expect: safe
#include <everypath.h>
#include <stdlib.h>

static int compare(const void *left, const void *right) {
    int l = *(const int *)left, r = *(const int *)right;
    return (l > r) - (l < r);
}

int main(void) {
    int a[3];
    EVERYPATH_SYMBOLIC(a);
    qsort(a, 3, sizeof a[0], compare);
    everypath_assert((a[0] <= a[1]) & (a[1] <= a[2]));
    return 0;
}
