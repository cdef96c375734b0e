// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>
#include <math.h>

/* Five steps of Newton's method give the root of a small number to five digits. */
int main(void) {
    int n = everypath_int("n");
    everypath_assume(n >= 1 && n <= 8);
    float x = 0;
    switch (n) {
    case 1: x = 1; break;
    case 2: x = 2; break;
    case 8: x = 8; break;
    default: return 0;
    }
    float root = 1;
    for (int i = 0; i < 5; i++) root = (root + x / root) / 2;
    everypath_assert(fabsf(root * root - x) < 1e-5f);
    return 0;
}
