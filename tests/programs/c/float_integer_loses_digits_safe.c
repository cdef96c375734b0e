// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

int main(void) {
    int n = everypath_int("n");
    everypath_assert((int)(double)n == n);
    everypath_assert((double)n < 2147483648.0 && (double)n >= -2147483648.0);
    return 0;
}
