// target: lp64
// expect: unsafe invalid-shift
// line: 9
// example: x = 4
#include <everypath.h>

int main(void) {
    int x = everypath_range(0, 15, "x");
    int high = x << 29;
    everypath_assert(high == 0 || x != 0);
    return 0;
}
