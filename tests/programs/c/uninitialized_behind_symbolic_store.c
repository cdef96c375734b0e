// target: lp64
// flags: --check uninitialized-read
// expect: unsafe uninitialized-read
// line: 12
// replay: no
#include <everypath.h>

// A store somewhere into an array writes one element, and leaves the others as they were.
int main(void) {
    int x = everypath_range(0, 5, "x"), y = everypath_range(0, 1, "y"), a[6];
    a[x] = 1;
    return a[y];
}
