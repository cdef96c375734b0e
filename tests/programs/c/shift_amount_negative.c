// target: lp64
// expect: unsafe invalid-shift
// line: 10
// example: n = -1
#include <everypath.h>

int main(void) {
    int n = everypath_int("n");
    everypath_assume(n < 8);
    int value = 256 >> n;
    everypath_assert(value > 1);
    return 0;
}
