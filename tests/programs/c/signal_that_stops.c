// target: both
// expect: unsafe assertion
// line: 12
// replay: no, it would be stopped
#include <everypath.h>
#include <signal.h>

/* Somebody may let it go on. */
int main(void) {
    int x = everypath_int("x");
    raise(SIGSTOP);
    everypath_assert(x != 3);
    return 0;
}
