// target: both
// machine: no, it is linked
// expect: safe
// assumed: external-size
#include <everypath.h>

extern int elsewhere[];
int main(void) {
    elsewhere[3] = 4;
    everypath_assert(elsewhere[3] == 4);
    return 0;
}
