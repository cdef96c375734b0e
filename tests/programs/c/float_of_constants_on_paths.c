// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 12
// example: n = 3
#include <everypath.h>

int main(void) {
    int n = everypath_range(0, 3, "n");
    double product = 1;
    for (int i = 0; i < n; i++) product *= 1.5;
    everypath_assert(product < 3);
    return 0;
}
