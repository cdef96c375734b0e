// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 13
// example: x = 228737632
#include <everypath.h>

/* The square of what is short or long enough is nothing or infinite: the distance of different places is not always positive. */
int main(void) {
    float x = everypath_float("x");
    everypath_assume(x > 0 && x <= 10);
    float square = x * x;
    everypath_assert(square > 0);
    return 0;
}
