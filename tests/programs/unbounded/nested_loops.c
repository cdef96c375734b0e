// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* The inner loop runs to its limit, which the outer one raises: 5 + 4 + 3 + 2 + 1 rounds. */
int main(void) {
    unsigned limit = (unsigned)everypath_int("limit"), sum = 0, i, j;
    for (i = 0; i < limit; i++) {
        for (j = 0; j <= i; j++) {
            sum += 2;
            assert(sum != 30);
        }
    }
    return 0;
}
