// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* Twice the sum of the numbers below n is n * (n - 1), but the seventh is added twice. */
int main(void) {
    unsigned char sum = 0, i = 0;
    while (everypath_bool("more")) {
        sum += i == 7 ? 14 : i;
        i++;
    }
    assert((unsigned char)(2 * sum) == (unsigned char)(i * (i - 1)));
    return 0;
}
