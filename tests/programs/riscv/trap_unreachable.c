// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    if ((x | 1) == 0x1234) __builtin_trap();
    return 0;
}
