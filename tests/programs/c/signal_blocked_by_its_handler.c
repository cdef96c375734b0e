// target: both
// expect: incomplete
#include <everypath.h>
#include <signal.h>

static volatile sig_atomic_t handled;

/* The second signal waits until the handler has returned, which is not followed. */
static void handle(int number) {
    if (++handled == 1) raise(number);
    everypath_assert(handled == 1);
}

int main(void) {
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    return 0;
}
