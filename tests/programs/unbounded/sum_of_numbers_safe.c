// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Twice the sum of the numbers below n is n * (n - 1), modulo 256. */
int main(void) {
    unsigned char sum = 0, i = 0;
    while (everypath_bool("more")) {
        sum += i;
        i++;
    }
    assert((unsigned char)(2 * sum) == (unsigned char)(i * (i - 1)));
    return 0;
}
