// target: both
// expect: safe
// assumed: none
#include <errno.h>
#include <everypath.h>
#include <signal.h>
#include <stddef.h>

static void handle(int number) { (void)number; }

/* What was set is there when it is asked for; two signals can neither be handled nor blocked. */
int main(void) {
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART | SA_NODEFER}, before;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR2);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR1, NULL, &before);
    everypath_assert(before.sa_handler == handle && (before.sa_flags & SA_RESTART) && (before.sa_flags & SA_NODEFER));
    everypath_assert(sigismember(&before.sa_mask, SIGUSR2) && !sigismember(&before.sa_mask, SIGUSR1));
    everypath_assert(sigaction(SIGKILL, &action, NULL) == -1 && errno == EINVAL);
    everypath_assert(sigaction(SIGSTOP, &action, NULL) == -1 && signal(SIGKILL, handle) == SIG_ERR);
    sigset_t all, blocked;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    everypath_assert(sigismember(&blocked, SIGUSR1) && !sigismember(&blocked, SIGKILL) && !sigismember(&blocked, SIGSTOP));
    return 0;
}
