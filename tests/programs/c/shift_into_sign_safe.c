// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_range(0, 15, "x");
    int high = (int)((unsigned)x << 27);
    everypath_assert(high == 0 || x != 0);
    return 0;
}
