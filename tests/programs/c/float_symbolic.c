// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 11
// example: x = 7
#include <everypath.h>

/* Half of a number can be anything that a half is. */
int main(void) {
    double x = everypath_int("x");
    everypath_assert(x / 2 != 3.5);
    return 0;
}
