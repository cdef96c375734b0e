// target: both
// machine: no, a number is an address
// expect: unsafe assertion
// line: 13
// replay: no
#include <everypath.h>

/* An object may stand where a number says. */
int main(void) {
    const char *text = "";
    const char *elsewhere = (const char *)0x55a8a2e6b007;
    everypath_assert(elsewhere != 0 && text != 0);
    everypath_assert(elsewhere != text);
    return 0;
}
