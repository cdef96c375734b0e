// target: both
// expect: safe
// No input gets past both assumptions.
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume(x > 5);
    everypath_assume(x < 3);
    everypath_assert(0);
    return 0;
}
