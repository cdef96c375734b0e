// target: both
// flags: --std c11
// expect: unsafe assertion
// line: 16
#include <everypath.h>
#include <signal.h>

/* In strict C, glibc forgets the handler when it is called: the second signal ends the program. */
static volatile sig_atomic_t handled;
static void handle(int number) { handled += number == SIGTERM; }

int main(void) {
    signal(SIGTERM, handle);
    raise(SIGTERM);
    everypath_assert(handled == 1);
    everypath_assert(signal(SIGTERM, SIG_DFL) != SIG_DFL);
    return 0;
}
