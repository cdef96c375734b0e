// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

int main(void) {
    float x = everypath_float("x");
    everypath_assume(x >= 0 && x < 2147483648.0f);
    int whole = (int)x;
    everypath_assert(whole >= 0 && (float)whole <= x);
    return 0;
}
