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

/* Signals that the process was started with blocked are none, which is an assumption. */
static sigset_t blocked_signals;
static _Bool blocked_signals_known;
/* Handlers that have not returned. Whether a jump out of one gives the signals back that were not blocked before, nothing here knows. */
static unsigned running_handlers;

/* Those that no process can block are left out in silence. */
static void spare_the_last_resort(sigset_t *set) {
    sigdelset(set, SIGKILL);
    sigdelset(set, SIGSTOP);
}

int sigprocmask(int how, const sigset_t *change, sigset_t *before) {
    sigset_t present = blocked_signals;
    if (change != NULL) {
        if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
            errno = EINVAL;
            return -1;
        }
        for (size_t i = 0; i < sizeof present.__val / sizeof *present.__val; i++) {
            unsigned long word = change->__val[i], old = present.__val[i];
            blocked_signals.__val[i] = how == SIG_BLOCK ? old | word : how == SIG_UNBLOCK ? old & ~word : word;
        }
        spare_the_last_resort(&blocked_signals);
    }
    if (before != NULL) {
        if (running_handlers > 0) __everypath_unsupported("sigprocmask in a signal handler, or behind a jump out of one");
        if (!blocked_signals_known) (void)__everypath_assumes("system");
        *before = present;
    }
    blocked_signals_known |= change != NULL && how == SIG_SETMASK;
    return 0;
}

/* What is done about each signal. That nothing is ignored which the program has not said is an assumption. */
static struct disposition {
    struct sigaction action;
    _Bool known;
} dispositions[65];

/* The disposition of a signal, which the program looks at. */
static const struct sigaction *present_action(int number) {
    if (!dispositions[number].known && number != SIGKILL && number != SIGSTOP) (void)__everypath_assumes("system");
    return &dispositions[number].action;
}

static void set_action(int number, const struct sigaction *action) {
    dispositions[number].action = *action;
    dispositions[number].known = 1;
    spare_the_last_resort(&dispositions[number].action.sa_mask);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    if (!is_signal(number) || (action != NULL && (number == SIGKILL || number == SIGSTOP))) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction replaced;
    if (before != NULL) replaced = *present_action(number);
    if (action != NULL) {
        if (action->sa_flags & SA_SIGINFO) __everypath_unsupported("sigaction with SA_SIGINFO");
        set_action(number, action);
    }
    if (before != NULL) *before = replaced;
    return 0;
}

static sighandler_t replace_handler(int number, sighandler_t handler, int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, before;
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if (is_signal(number) && (flags & (int)SA_NODEFER) == 0) sigaddset(&action.sa_mask, number);
    return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

sighandler_t signal(int number, sighandler_t handler) { return replace_handler(number, handler, SA_RESTART); }

/* The form of System V, which glibc's headers give to programs of strict C: the handler is forgotten when it is called. */
sighandler_t __sysv_signal(int number, sighandler_t handler) {
    return replace_handler(number, handler, (int)(SA_RESETHAND | SA_NODEFER));
}

static _Noreturn void die_of(int number) {
    if (number == SIGABRT) __everypath_check("reached-abort", 0);
    __everypath_exit(128 + number);
}

/* What a signal does by default. A process that is stopped may be let go on, and is told so then. */
static int act_by_default(int number) {
    switch (number) {
        case SIGCHLD:
        case SIGCONT:
        case SIGURG:
        case SIGWINCH: return 0;
        case SIGSTOP:
        case SIGTSTP:
        case SIGTTIN:
        case SIGTTOU: return raise(SIGCONT);
        default: die_of(number);
    }
}

/* Calls a handler. Meanwhile what the program asked for is blocked, and the signal itself, unless it asked for that not to be. */
static void handle_signal(int number) {
    struct sigaction action = dispositions[number].action;
    sigset_t before = blocked_signals;
    for (size_t i = 0; i < sizeof before.__val / sizeof *before.__val; i++) blocked_signals.__val[i] |= action.sa_mask.__val[i];
    if ((action.sa_flags & (int)SA_NODEFER) == 0) sigaddset(&blocked_signals, number);
    if (action.sa_flags & (int)SA_RESETHAND) dispositions[number].action.sa_handler = SIG_DFL;
    running_handlers++;
    action.sa_handler(number);
    running_handlers--;
    blocked_signals = before;
}

int raise(int number) {
    if (number == 0) return 0;
    if (!is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    if (sigismember(&blocked_signals, number)) __everypath_unsupported("raise of a signal that is blocked");
    sighandler_t handler = present_action(number)->sa_handler;
    if (handler == SIG_IGN) return 0;
    if (handler == SIG_DFL) return act_by_default(number);
    handle_signal(number);
    return 0;
}

int kill(pid_t process, int number) {
    if (process != getpid()) __everypath_unsupported("kill of another process");
    return raise(number);
}

void abort(void) {
    sighandler_t handler = dispositions[SIGABRT].action.sa_handler;
    if (handler != SIG_DFL && handler != SIG_IGN) handle_signal(SIGABRT);
    die_of(SIGABRT);
}

int pause(void) { __everypath_unsupported("pause"); }
