// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 11
// example: n = 33554434
#include <everypath.h>

/* A float has 24 digits, fewer than an int. */
int main(void) {
    int n = everypath_int("n");
    everypath_assert((int)(float)(n / 2) == n / 2);
    return 0;
}
