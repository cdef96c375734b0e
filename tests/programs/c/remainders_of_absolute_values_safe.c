// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int a = everypath_int("a"), b = everypath_int("b");
    everypath_assume(a > -10000 && b > -10000 && a < 10000 && b < 10000);
    int x = a < 0 ? -a : a;
    int y = b < 0 ? -b : b;
    if (y > 0) everypath_assert(a % y == (a < 0 ? -(x % y) : x % y));
    return 0;
}
