// target: lp64
// machine: no, the check is not of machine code
// flags: --check uninitialized-read
// expect: safe
#include <everypath.h>

int main(void) {
    int value, x = everypath_int("x");
    int *p = &value;
    *p = x > 0;
    if (*p > 0) everypath_assert(x > 0);
    return 0;
}
