// target: lp64
// flags: --check float-nan
// expect: unsafe float-nan
// line: 10
// replay: a NaN is no fault natively
#include <everypath.h>

int main(void) {
    float x = everypath_float("x");
    float zero = x - x;
    return zero != 0;
}
