// target: both
// expect: safe
#include <everypath.h>

#define KIND(x) _Generic((x), int: 1, long: 2, char *: 3, default: 0)

int main(void) {
    int x = everypath_int("x");
    __typeof__(x) y = x;
    everypath_assert(KIND(x) == 1 && KIND((char *)0) == 3 && KIND(1.0) == 0 && y == x);
    everypath_assert(({ int z = x & 1; z; }) <= 1);
    return 0;
}
