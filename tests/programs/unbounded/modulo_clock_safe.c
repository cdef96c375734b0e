// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Seconds, minutes and hours stay in their ranges. */
int main(void) {
    unsigned second = 0, minute = 0, hour = 0;
    while (everypath_bool("tick")) {
        if (++second == 60) {
            second = 0;
            if (++minute == 60) {
                minute = 0;
                if (++hour == 24) hour = 0;
            }
        }
    }
    assert(second < 60 && minute < 60 && hour < 24);
    return 0;
}
