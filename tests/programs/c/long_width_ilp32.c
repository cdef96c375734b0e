// target: ilp32
// expect: unsafe signed-overflow
// line: 9
// example: x = 70000
#include <everypath.h>

int main(void) {
    _Static_assert(sizeof(long) == 4 && sizeof(void *) == 4, "data model");
    long x = everypath_int("x"), square = x * x;
    everypath_assert(square >= 0);
    return 0;
}
