// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* A minute of an hour that does not exist comes after 3,660 ticks. */
int main(void) {
    unsigned second = 0, minute = 0;
    while (everypath_bool("tick")) {
        if (++second == 60) {
            second = 0;
            ++minute;
        }
    }
    assert(minute <= 60);
    return 0;
}
