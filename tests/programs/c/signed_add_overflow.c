// target: both
// expect: unsafe signed-overflow
// line: 9
// input: x = 2147483647
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    volatile int y = x + 1;
    (void)y;
    return 0;
}
