// target: both
// flags: --property unreach-call
// expect: incomplete
#include <everypath.h>

int main(void) {
    if (everypath_bool("x")) __builtin_unreachable();
    return 0;
}
