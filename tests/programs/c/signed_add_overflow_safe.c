// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume(x < 2147483647);
    volatile int y = x + 1;
    (void)y;
    return 0;
}
