// target: lp64
// machine: no, the check is not of machine code
// flags: --check uninitialized-read
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_range(0, 3, "x"), a[4];
    a[0] = 1, a[1] = 2, a[3] = 4;
    everypath_assume(x != 2);
    everypath_assert(a[x] > 0);
    return a[3];
}
