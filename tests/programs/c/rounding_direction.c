// target: both
// machine: no, without a pragma, clang computes before it sets the direction
// expect: unsafe assertion
// line: 17
// example: direction = 7
#include <everypath.h>
#include <fenv.h>

/* What is rounded downwards is not the nearest number. */
int main(void) {
    volatile float one = 1.0f, three = 3.0f;
    float nearest = one / three;
    int downwards = everypath_u8("direction") == 7;
    if (downwards) fesetround(FE_DOWNWARD);
    float third = one / three;
    fesetround(FE_TONEAREST);
    everypath_assert(third == nearest);
    return 0;
}
