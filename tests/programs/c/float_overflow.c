// target: lp64
// flags: --check float-overflow
// expect: unsafe float-overflow
// line: 11
// replay: an infinity is no fault natively
#include <everypath.h>

int main(void) {
    float x = everypath_float("x");
    everypath_assume(x >= 0 && x <= 0x1p64f);
    float square = x * x;
    return square < 0;
}
