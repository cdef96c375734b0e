// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 13
// example: x = 1056964608
#include <everypath.h>
#include <math.h>

/* A half goes away from zero, or to the even neighbour. */
int main(void) {
    float x = everypath_float("x");
    everypath_assume(x > -100 && x < 100);
    everypath_assert(roundf(x) == rintf(x));
    return 0;
}
