// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* Twice a whole number is even. */
int main(void) {
    double x = everypath_int("x");
    everypath_assert(x * 2 != 7);
    return 0;
}
