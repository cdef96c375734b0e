/*
 * <signal.h>: signals that a program sends to itself; no others come.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Bool is_signal(int number) { return in_range(number, 1, 64); }

int sigemptyset(sigset_t *set) {
    *set = (sigset_t){0};
    return 0;
}

int sigfillset(sigset_t *set) {
    memset(set, 0xff, sizeof *set);
    return 0;
}

static int change_set(sigset_t *set, int number, _Bool member) {
    if (!is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    unsigned place = (unsigned)number - 1, width = sizeof set->__val[0] * 8;
    unsigned long bit = 1ul << place % width;
    unsigned long *word = &set->__val[place / width];
    *word = member ? *word | bit : *word & ~bit;
    return 0;
}

int sigaddset(sigset_t *set, int number) { return change_set(set, number, 1); }
int sigdelset(sigset_t *set, int number) { return change_set(set, number, 0); }

int sigismember(const sigset_t *set, int number) {
    if (!is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    unsigned place = (unsigned)number - 1, width = sizeof set->__val[0] * 8;
    return (int)(set->__val[place / width] >> place % width & 1);
}

static sigset_t blocked_signals;

int sigprocmask(int how, const sigset_t *change, sigset_t *before) {
    if (before != NULL) *before = blocked_signals;
    if (change == NULL) return 0;
    for (size_t i = 0; i < sizeof blocked_signals.__val / sizeof *blocked_signals.__val; i++) {
        switch (how) {
            case SIG_BLOCK: blocked_signals.__val[i] |= change->__val[i]; break;
            case SIG_UNBLOCK: blocked_signals.__val[i] &= ~change->__val[i]; break;
            case SIG_SETMASK: blocked_signals.__val[i] = change->__val[i]; break;
            default: errno = EINVAL; return -1;
        }
    }
    return 0;
}

static sighandler_t signal_handlers[65];
static _Bool handled_once[65]; /* the handler is forgotten when it is called */

sighandler_t signal(int number, sighandler_t handler) {
    if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    sighandler_t before = signal_handlers[number];
    signal_handlers[number] = handler;
    handled_once[number] = 0;
    return before;
}

/* The form of System V, which glibc's headers give to programs of strict C. */
sighandler_t __sysv_signal(int number, sighandler_t handler) {
    sighandler_t before = signal(number, handler);
    if (before != SIG_ERR) handled_once[number] = 1;
    return before;
}

int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    if (!is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    if (before != NULL) {
        *before = (struct sigaction){.sa_handler = signal_handlers[number]};
    }
    if (action != NULL) {
        if (action->sa_flags & SA_SIGINFO) __everypath_unsupported("sigaction with SA_SIGINFO");
        signal_handlers[number] = action->sa_handler;
        handled_once[number] = (action->sa_flags & (int)SA_RESETHAND) != 0;
    }
    return 0;
}

static _Noreturn void die_of(int number) {
    if (number == SIGABRT) __everypath_check("reached-abort", 0);
    __everypath_exit(128 + number);
}

/* Ignored signals, and those whose default it is, do nothing; others end the program. */
int raise(int number) {
    if (!is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    if (sigismember(&blocked_signals, number)) __everypath_unsupported("raise of a signal that is blocked");
    sighandler_t handler = signal_handlers[number];
    if (handler == SIG_IGN) return 0;
    if (handler == SIG_DFL) {
        if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH) return 0;
        die_of(number);
    }
    if (handled_once[number]) signal_handlers[number] = SIG_DFL;
    handler(number);
    return 0;
}

int kill(pid_t process, int number) {
    if (process != getpid()) __everypath_unsupported("kill of another process");
    return number == 0 ? 0 : raise(number);
}

void abort(void) {
    sighandler_t handler = signal_handlers[SIGABRT];
    if (handler != SIG_DFL && handler != SIG_IGN) handler(SIGABRT);
    die_of(SIGABRT);
}

unsigned alarm(unsigned seconds) {
    (void)seconds;
    return 0; /* the program ends before the alarm does */
}

int pause(void) { __everypath_unsupported("pause"); }
