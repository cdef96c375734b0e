// target: both
// flags: --property unreach-call
// expect: incomplete
#include <everypath.h>

int main(void) {
    unsigned d = everypath_range(0, 1, "x");
    __builtin_clz(d);
    return 0;
}
