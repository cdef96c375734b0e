// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume(x == -1 || x == 1);
    everypath_assert(x < 2);
    return 0;
}
