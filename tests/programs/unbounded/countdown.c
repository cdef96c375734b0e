// target: lp64
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* The tenth round loses one. */
int main(void) {
    unsigned n = everypath_unsigned("n"), left = n, done = 0;
    while (left > 0) {
        left--;
        if (left != 10) done++;
    }
    assert(done == n);
    return 0;
}
