// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* The window may be left: its end is asked for with the wrong comparison. */
static volatile unsigned level;

int main(void) {
    unsigned stable = 0;
    level = 0;
    for (;;) {
        if (everypath_bool("pressed")) {
            if (stable != 12) {
                stable += 5;
            }
        } else if (stable > 0) {
            stable--;
        }
        level = stable;
        assert(level <= 16);
    }
}
