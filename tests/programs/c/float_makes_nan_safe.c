// target: lp64
// machine: no, the check is not of machine code
// flags: --check float-nan
// expect: safe
#include <everypath.h>

int main(void) {
    float x = everypath_float("x");
    everypath_assume(x >= -1e30f && x <= 1e30f);
    float zero = x - x;
    return zero != 0;
}
