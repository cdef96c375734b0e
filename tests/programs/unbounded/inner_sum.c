// target: lp64
// expect: unsafe assertion
// unoptimised: no, the run takes too long
#include <assert.h>
#include <everypath.h>

/* The inner loop may be left in between, twenty additions deep. */
int main(void) {
    unsigned sum = 0;
    while (everypath_bool("outer"))
        for (unsigned i = 0; i < 3; i++) {
            sum += 4;
            if (sum == 80) sum++;
        }
    assert(sum % 4 == 0);
    return 0;
}
