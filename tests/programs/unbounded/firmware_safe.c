// target: both
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* A main loop that debounces a button and counts in a window of three. */
static volatile unsigned level;

int main(void) {
    unsigned stable = 0;
    level = 0;
    for (;;) {
        if (everypath_bool("pressed")) {
            if (stable < 3) {
                stable++;
            }
        } else {
            stable = 0;
        }
        level = stable == 3;
        assert(stable <= 3);
        assert(level <= 1);
    }
}
