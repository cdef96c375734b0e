// target: both
// expect: safe
#include <everypath.h>

struct flags {
    unsigned low : 3;
    int middle : 5;
    unsigned high : 24;
};

int main(void) {
    unsigned x = everypath_u8("x");
    struct flags f = {0};
    f.low = x;
    f.middle = -3;
    everypath_assert(f.low == (x & 7));
    everypath_assert(f.middle == -3 && f.high == 0);
    return 0;
}
