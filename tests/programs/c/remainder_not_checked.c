// target: both
// flags: --property unreach-call
// expect: incomplete
// An operation whose result nobody needs is undefined all the same.
#include <everypath.h>

int main(void) {
    unsigned d = everypath_range(0, 1, "d");
    unsigned r = 5 % d;
    return 0;
}
