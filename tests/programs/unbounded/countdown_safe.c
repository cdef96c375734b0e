// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* What one loses the other gains. */
int main(void) {
    unsigned n = everypath_unsigned("n"), left = n, done = 0;
    while (left > 0) {
        left--;
        done++;
    }
    assert(done == n);
    return 0;
}
