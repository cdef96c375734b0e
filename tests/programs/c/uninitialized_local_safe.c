// target: lp64
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
