// target: both
// expect: unsafe assertion
// line: 11
// example: a = 0
// example: b = 1
#include <everypath.h>

int main(void) {
    unsigned char a = everypath_u8("a"), b = everypath_u8("b");
    unsigned difference = a - b;
    everypath_assert(difference <= 255);
    return 0;
}
