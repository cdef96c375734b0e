// target: both
// expect: unsafe assertion
// line: 15
#include <everypath.h>
#include <signal.h>
#include <stddef.h>

static void handle(int number) { (void)number; }

int main(void) {
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART}, before;
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR1, NULL, &before);
    everypath_assert(before.sa_handler == handle);
    everypath_assert(before.sa_flags == 0);
    return 0;
}
