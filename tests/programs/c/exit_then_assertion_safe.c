// target: both
// expect: safe
#include <everypath.h>
#include <stdlib.h>

/* Nothing behind a call that never comes back is executed. */
static void leave(int code) {
    exit(code);
}

int main(void) {
    int x = everypath_int("x");
    if (x > 0) {
        leave(0);
        everypath_assert(0);
    }
    everypath_assert(x <= 0);
    return 0;
}
