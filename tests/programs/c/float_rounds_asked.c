// target: both
// also: riscv
// expect: unsafe assertion
// replay: no
#include <everypath.h>
#include <fenv.h>
#include <float.h>

int main(void) {
    if (everypath_bool("down")) fesetround(FE_DOWNWARD);
    everypath_assert(FLT_ROUNDS == 1);
    return 0;
}
