// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* The sum loses its meaning where it wraps, 2,147,483,648 rounds deep. */
int main(void) {
    unsigned limit = (unsigned)everypath_int("limit"), i = 0, sum = 0;
    while (i < limit) {
        i++;
        sum += 2;
    }
    assert(sum >= limit);
    return 0;
}
