// target: both
// expect: unsafe reached-trap
// line: 9
// input: x = 4660
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    if (x == 0x1234) __builtin_trap();
    return 0;
}
