// target: both
// also: riscv
// expect: unsafe assertion
// line: 12
#include <everypath.h>
#include <math.h>

/* A violation counts where the function has the value: arguments are searched for. */
int main(void) {
    float x = everypath_float("x");
    everypath_assume(x >= 0 && x <= 100);
    everypath_assert(expf(x) < 1000 || sinf(x) < 0.25f);
    return 0;
}
