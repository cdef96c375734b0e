// target: both
// flags: --check division-by-zero
// expect: unsafe division-by-zero
// line: 10
// input: x = 7
#include <everypath.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    volatile unsigned quotient = 100 / (x - 7);
    return 0;
}
