// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    everypath_assume(x != 0);
    if (x == 0) __builtin_unreachable();
    return 0;
}
