// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int a = everypath_int("a");
    if (a > -2147483647 - 1 && a != 0) {
        int x = a < 0 ? -a : a, s = a < 0 ? -1 : 1;
        everypath_assert(s * x == a);
    }
    return 0;
}
