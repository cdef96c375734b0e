// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* Half precision has 11 digits. */
int main(void) {
    float x = everypath_float("x");
    everypath_assume(x >= 0 && x <= 2048);
    _Float16 half = (_Float16)x;
    everypath_assert((float)half >= 0 && (float)half <= 2048);
    unsigned n = everypath_u16("n");
    everypath_assume(n <= 2048);
    everypath_assert((unsigned)(_Float16)(float)n == n);
    return 0;
}
