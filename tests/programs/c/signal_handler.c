// target: lp64
// expect: unsafe assertion
// line: 16
// input: x = 2
#include <everypath.h>
#include <signal.h>

static volatile sig_atomic_t caught;

static void handler(int number) { caught = number; }

int main(void) {
    int x = everypath_int("x");
    signal(SIGUSR1, handler);
    if (x == 2) raise(SIGUSR1);
    everypath_assert(caught == 0);
    return 0;
}
