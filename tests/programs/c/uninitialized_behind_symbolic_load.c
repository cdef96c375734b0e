// target: lp64
// flags: --check uninitialized-read
// expect: unsafe uninitialized-read
// line: 15
// replay: no
// input: x = 3
#include <everypath.h>

// That an element which may be read is not the one that was never written does not make that one written.
int main(void) {
    int x = everypath_range(0, 3, "x"), a[4];
    a[0] = 1, a[1] = 2, a[3] = 4;
    everypath_assume(x != 2);
    everypath_assert(a[x] > 0);
    return x == 3 ? a[2] : 0;
}
