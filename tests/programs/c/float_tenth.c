// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 15
// example: n = 10
#include <everypath.h>

/* A tenth is no number with binary digits: ten of them are not one. */
int main(void) {
    int n = everypath_int("n");
    everypath_assume(n >= 9 && n <= 11);
    float sum = 0;
    for (int i = 0; i < n; i++) sum += 0.1f;
    double exact = 0.1 * n;
    everypath_assert(n != 10 || sum == (float)exact);
    return 0;
}
