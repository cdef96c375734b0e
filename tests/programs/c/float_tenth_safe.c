// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

int main(void) {
    int n = everypath_int("n");
    everypath_assume(n >= 9 && n <= 11);
    float sum = 0;
    for (int i = 0; i < n; i++) sum += 0.125f;
    everypath_assert(sum == 0.125f * n);
    return 0;
}
