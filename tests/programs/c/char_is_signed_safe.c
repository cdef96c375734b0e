// target: both
// machine: no, char is unsigned there
// expect: safe
#include <everypath.h>

int main(void) {
    signed char c = (signed char)everypath_u8("c");
    everypath_assert(c == (char)c);
    return 0;
}
