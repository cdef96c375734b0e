// target: both
// also: riscv
// expect: unsafe assertion
// line: 13
// input: n = 3
#include <everypath.h>

int main(void) {
    unsigned n = (unsigned)everypath_int("n");
    everypath_assume(n >= 1 && n <= 4);
    double half = n / 2.0;
    float third = n / 3.0f;
    everypath_assert(half != 1.5 || third != 1.0f);
    return 0;
}
