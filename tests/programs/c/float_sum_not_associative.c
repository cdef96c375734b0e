// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 13
// example: x = 1066480345
// example: y = 1062793579
#include <everypath.h>

/* Sums of three numbers depend on their order, even where all are small. */
int main(void) {
    float x = everypath_float("x"), y = everypath_float("y");
    everypath_assume(x >= 1.0f && x <= 2.0f && y >= 0.0f && y <= 1.0f);
    everypath_assert((x + y) + 0.1f == x + (y + 0.1f));
    return 0;
}
