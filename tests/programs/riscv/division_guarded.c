// target: both
// flags: --check division-by-zero
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    volatile unsigned quotient = x == 7 ? 0 : 100 / (x - 7);
    return 0;
}
