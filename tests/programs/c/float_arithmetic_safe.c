// target: both
// also: riscv
// expect: safe
#include <everypath.h>
#include <math.h>

int main(void) {
    double tenth = 0.1, sum = 0;
    for (int i = 0; i < 10; i++) sum += tenth;
    everypath_assert(fabs(sum - 1.0) < 1e-15);
    return 0;
}
