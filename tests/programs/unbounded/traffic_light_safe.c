// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Firmware: a light that never goes from red to yellow, and waits. */
enum { RED, GREEN, YELLOW };
int main(void) {
    unsigned light = RED, before = RED, waited = 0;
    for (;;) {
        before = light;
        if (waited < 5) {
            waited++;
        } else if (everypath_bool("next")) {
            light = light == RED ? GREEN : light == GREEN ? YELLOW : RED;
            waited = 0;
        }
        assert(light <= YELLOW && waited <= 5);
        assert(!(before == RED && light == YELLOW));
    }
}
