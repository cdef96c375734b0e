// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

int main(void) {
    float x = everypath_float("x");
    everypath_assume(x > 1e-30f && x < 1);
    everypath_assert(x / 1024 > 0);
    return 0;
}
