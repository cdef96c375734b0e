// target: lp64
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* The limit is asked one too late, ten rounds deep. */
int main(void) {
    unsigned char level = 0;
    for (;;) {
        if (everypath_bool("up")) {
            if (level <= 9) level++;
        } else if (level > 0) {
            level--;
        }
        assert(level <= 9);
    }
}
