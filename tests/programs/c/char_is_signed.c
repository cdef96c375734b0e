// target: both
// expect: unsafe assertion
// line: 9
// input: c = 255
#include <everypath.h>

int main(void) {
    char c = (char)everypath_u8("c");
    everypath_assert(c != (char)0xff);
    return 0;
}
