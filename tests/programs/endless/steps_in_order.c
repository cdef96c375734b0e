// target: both
// expect: unsafe assertion
// line: 16
#include <assert.h>
#include <everypath.h>

/* A driver that forgets to close what it did not open: each round of the loop does one of four things, and four rounds in order show it. */
int main(void) {
    int next = 0, is_open = 0, is_locked = 0;
    while (everypath_int("again") != 0) {
        int what = everypath_int("what");
        if (what == 0 && next == 0) {
            is_open = everypath_int("opens") != 0;
            next = 1;
        } else if (what == 3 && next == 3) {
            assert(!is_locked);
            is_locked = !is_open;
            next = 0;
        } else if ((what == 1 || what == 2) && what == next) {
            next++;
        }
    }
    return 0;
}
