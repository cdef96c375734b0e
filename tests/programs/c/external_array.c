// target: both
// machine: no, it is linked
// expect: unsafe assertion
// line: 11
// replay: no
#include <everypath.h>

/* No file says what is in it, nor how long it is. */
extern int elsewhere[];
int main(void) {
    everypath_assert(elsewhere[0] == elsewhere[0] && elsewhere[5] != 77);
    return 0;
}
