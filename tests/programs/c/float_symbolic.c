// target: lp64
// expect: incomplete
#include <everypath.h>

int main(void) {
    double x = everypath_int("x");
    everypath_assert(x * 2 != 7);
    return 0;
}
