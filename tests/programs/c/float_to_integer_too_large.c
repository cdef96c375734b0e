// target: lp64
// expect: unsafe invalid-conversion
// line: 10
// example: x = 1325400064
#include <everypath.h>

int main(void) {
    float x = everypath_float("x");
    everypath_assume(x >= 0 && x <= 2147483648.0f);
    return (int)x == -1;
}
