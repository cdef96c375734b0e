// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 12
// example: x = 1
#include <everypath.h>

/* A positive number that is divided may become zero. */
int main(void) {
    float x = everypath_float("x");
    everypath_assume(x > 0 && x < 1);
    everypath_assert(x / 1024 > 0);
    return 0;
}
