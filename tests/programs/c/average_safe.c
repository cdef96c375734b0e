// target: lp64
// expect: safe
#include <everypath.h>

static int average(int a, int b) {
    return a < b ? a + (b - a) / 2 : b + (a - b) / 2;
}

int main(void) {
    int a = everypath_int("a"), b = everypath_int("b");
    everypath_assume(a >= 0 && b >= 0);
    int m = average(a, b);
    everypath_assert((m >= a) | (m >= b));
    everypath_assert((m <= a) | (m <= b));
    return 0;
}
