// target: lp64
// expect: unsafe unreachable
// line: 9
// input: x = 0
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    if (x == 0) __builtin_unreachable();
    return 0;
}
