// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_int("x"), y = everypath_int("y"), sum, product;
    if (!__builtin_add_overflow(x, y, &sum)) everypath_assert((long long)x + y == sum);
    if (__builtin_mul_overflow(x, 3, &product)) everypath_assert(x > 700000000 || x < -700000000);
    return 0;
}
