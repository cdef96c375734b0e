// target: lp64
// machine: no, there is no __float128
// expect: safe
#include <everypath.h>

/* 113 digits. */
int main(void) {
    __float128 third = (__float128)1 / 3;
    everypath_assert(third != (__float128)(1.0L / 3) && (double)third == 1.0 / 3);
    long a = everypath_long("a"), b = everypath_long("b");
    __float128 sum = (__float128)a + b;
    everypath_assert((__int128)sum == (__int128)a + b);
    return 0;
}
