// target: lp64
// flags: --check uninitialized-read
// expect: unsafe uninitialized-read
// line: 12
// replay: no
#include <everypath.h>

int main(void) {
    int value, x = everypath_int("x");
    int *p = &value;
    if (x > 0) *p = 1;
    if (*p > 0) everypath_assert(x > 0);
    return 0;
}
