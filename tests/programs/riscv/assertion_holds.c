// target: both
// expect: safe
// paths: 1
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume((0 < x) & (x < 12));
    everypath_assert(x + 12 < 24);
    return 0;
}
