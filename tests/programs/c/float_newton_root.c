// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 22
// example: n = 8
#include <everypath.h>
#include <math.h>

/* Two steps of Newton's method are too few for the root of a number as far from the first guess as 8. */
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
    for (int i = 0; i < 2; i++) root = (root + x / root) / 2;
    everypath_assert(fabsf(root * root - x) < 1);
    return 0;
}
