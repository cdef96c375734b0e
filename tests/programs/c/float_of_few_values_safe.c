// target: both
// also: riscv
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned n = (unsigned)everypath_int("n");
    everypath_assume(n >= 1 && n <= 4);
    double half = n / 2.0;
    float third = n / 3.0f;
    everypath_assert(half >= 0.5 && third < 1.5f);
    return 0;
}
