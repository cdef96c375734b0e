// target: lp64
// flags: --check float-division-by-zero
// expect: unsafe float-division-by-zero
// line: 11
// replay: an infinity is no fault natively
#include <everypath.h>

int main(void) {
    double x = everypath_double("x");
    everypath_assume(x >= 1 && x <= 4);
    double y = 1 / (x * x - 4);
    return y == 0;
}
