// target: lp64
// machine: no, there is no __float128
// expect: unsafe assertion
// line: 11
#include <everypath.h>

/* Of some integers a third has no 113 digits. */
int main(void) {
    int a = everypath_int("a");
    __float128 third = (__float128)a / 3;
    everypath_assert(third + third + third != a || third * 7 == third + third * 6);
    return 0;
}
