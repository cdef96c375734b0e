// target: lp64
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* After ten changes it skips a colour. */
enum { RED, GREEN, YELLOW };
int main(void) {
    unsigned light = RED, before = RED, changes = 0;
    for (;;) {
        before = light;
        if (everypath_bool("next")) {
            light = light == RED ? GREEN : light == GREEN ? YELLOW : RED;
            if (++changes == 10) light = YELLOW;
        }
        assert(!(before == RED && light == YELLOW));
    }
}
