// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int n = everypath_int("n");
    everypath_assume(n < 8);
    if (n < 0) n = 0;
    int value = 256 >> n;
    everypath_assert(value > 1);
    return 0;
}
