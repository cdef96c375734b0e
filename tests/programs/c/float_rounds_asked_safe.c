// target: both
// machine: no, without a pragma, clang asks for the direction once
// expect: safe
#include <everypath.h>
#include <fenv.h>
#include <float.h>

int main(void) {
    everypath_assert(FLT_ROUNDS == 1);
    int direction = everypath_int("direction");
    everypath_assume(direction == FE_UPWARD || direction == FE_DOWNWARD || direction == FE_TOWARDZERO);
    fesetround(direction);
    everypath_assert(FLT_ROUNDS == (direction == FE_UPWARD ? 2 : direction == FE_DOWNWARD ? 3 : 0));
    return 0;
}
