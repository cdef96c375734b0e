// target: both
// also: riscv
// expect: unsafe assertion
// line: 11
#include <everypath.h>
#include <math.h>

int main(void) {
    double tenth = 0.1, sum = 0;
    for (int i = 0; i < 10; i++) sum += tenth;
    everypath_assert(sum == 1.0);
    return 0;
}
