// target: lp64
// expect: safe
#include <everypath.h>
#include <signal.h>

static volatile sig_atomic_t caught;

static void handler(int number) { caught = number; }

int main(void) {
    int x = everypath_int("x");
    signal(SIGUSR1, handler);
    if (x == 2) raise(SIGUSR1);
    everypath_assert(caught == (x == 2 ? SIGUSR1 : 0));
    return 0;
}
