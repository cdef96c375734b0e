// target: both
// flags: --property unreach-call
// expect: incomplete
#include <everypath.h>

int main(void) {
    int d = everypath_range(-2, -1, "d"), n = -2147483647 - 1;
    int r = n / d;
    return 0;
}
