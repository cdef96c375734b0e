// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

/* A counter that stops at its limit stays below it. */
int main(void) {
    unsigned char level = 0;
    for (;;) {
        if (everypath_bool("up")) {
            if (level < 200) level++;
        } else if (level > 0) {
            level--;
        }
        assert(level <= 200);
    }
}
