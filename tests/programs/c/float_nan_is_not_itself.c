// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 10
// example: x = 2143289344
#include <everypath.h>

int main(void) {
    float x = everypath_float("x");
    everypath_assert(x == x);
    return 0;
}
