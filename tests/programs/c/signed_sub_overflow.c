// target: both
// expect: unsafe signed-overflow
// line: 9
// input: x = -2147483648
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    int y = x - 1;
    everypath_assert(y < x);
    return 0;
}
