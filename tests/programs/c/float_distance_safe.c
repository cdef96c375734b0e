// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>
#include <math.h>

/* Squares are not negative, and those of numbers that are not too short are positive. */
int main(void) {
    float x = everypath_float("x"), y = everypath_float("y");
    everypath_assume(x >= 1e-3f && x <= 10 && y >= -10 && y <= 10);
    float square = x * x + y * y;
    everypath_assert(square > 0 && square <= 200);
    everypath_assert(sqrtf(square) <= 15);
    return 0;
}
