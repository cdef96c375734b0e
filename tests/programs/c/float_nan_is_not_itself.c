// target: lp64
// expect: unsafe assertion
// line: 9
// example: x = 2143289344
#include <everypath.h>

int main(void) {
    float x = everypath_float("x");
    everypath_assert(x == x);
    return 0;
}
