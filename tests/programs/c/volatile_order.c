// target: both
// expect: safe
#include <everypath.h>

static volatile unsigned reg;

int main(void) {
    unsigned x = everypath_unsigned("x");
    reg = x;
    reg ^= 0xff;
    everypath_assert((reg ^ x) == 0xff);
    return 0;
}
