// target: both
// expect: unsafe assertion
// line: 11
// A negative length passes the check as signed, and is huge as unsigned.
#include <everypath.h>

int main(void) {
    int length = everypath_int("length");
    if (length > 64) return 0;
    unsigned size = (unsigned)length;
    everypath_assert(size <= 64);
    return 0;
}
