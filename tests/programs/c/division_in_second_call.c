// target: both
// expect: unsafe division-by-zero
// line: 10
// input: x = 0
// flags: --check division-by-zero
#include <everypath.h>

/* The first call divides by four, the second by zero. */
static int divide(int x) {
    return 10 / x;
}

int main(void) {
    int sum = divide(4);
    return sum + divide(everypath_int("x"));
}
