// target: lp64
// machine: no, the check is not of machine code
// flags: --check uninitialized-read
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_range(0, 5, "x"), a[6];
    a[x] = 1;
    everypath_assert(a[x] == 1);
    return a[x];
}
