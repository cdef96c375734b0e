// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume(x >= 0);
    int y = x - 1;
    everypath_assert(y < x);
    return 0;
}
