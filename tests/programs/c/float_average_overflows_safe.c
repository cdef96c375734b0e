// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

int main(void) {
    float x = everypath_float("x"), y = everypath_float("y");
    everypath_assume(x > 0 && x <= 1e38f && y >= x && y <= 1e38f);
    everypath_assert((x + y) / 2 <= y);
    return 0;
}
