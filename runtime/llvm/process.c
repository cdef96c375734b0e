/*
 * <stdlib.h>, <unistd.h>, <signal.h>: the end of the program, and signals that it sends to itself.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_HANDLERS 256

struct exit_handler {
    void (*plain)(void);
    void (*with_status)(int, void *);
    void (*with_argument)(void *);
    void *argument;
};

static struct exit_handler exit_handlers[MOST_HANDLERS];
static void (*quick_exit_handlers[MOST_HANDLERS])(void);
static size_t exit_handler_count, quick_exit_handler_count;

static void free_environment(void);

int *__errno_location(void) {
    static int error;
    return &error;
}

static int add_exit_handler(struct exit_handler handler) {
    if (exit_handler_count == MOST_HANDLERS) return -1;
    exit_handlers[exit_handler_count++] = handler;
    return 0;
}

int atexit(void (*handler)(void)) {
    return add_exit_handler((struct exit_handler){.plain = handler});
}

int on_exit(void (*handler)(int, void *), void *argument) {
    return add_exit_handler((struct exit_handler){.with_status = handler, .argument = argument});
}

int __cxa_atexit(void (*handler)(void *), void *argument, void *library) {
    (void)library;
    return add_exit_handler((struct exit_handler){.with_argument = handler, .argument = argument});
}

int at_quick_exit(void (*handler)(void)) {
    if (quick_exit_handler_count == MOST_HANDLERS) return -1;
    quick_exit_handlers[quick_exit_handler_count++] = handler;
    return 0;
}

/* What follows a return of `main`: handlers run, the last one first, also those that handlers add. */
_Noreturn void __everypath_main_exit(int code) {
    while (exit_handler_count > 0) {
        struct exit_handler handler = exit_handlers[--exit_handler_count];
        if (handler.plain != NULL) {
            handler.plain();
        } else if (handler.with_status != NULL) {
            handler.with_status(code, handler.argument);
        } else {
            handler.with_argument(handler.argument);
        }
    }
    free_environment();
    __everypath_exit(code);
}

void exit(int code) { __everypath_main_exit(code); }
void _exit(int code) { __everypath_exit(code); }
void _Exit(int code) { __everypath_exit(code); }

void quick_exit(int code) {
    while (quick_exit_handler_count > 0) quick_exit_handlers[--quick_exit_handler_count]();
    __everypath_exit(code);
}

static sighandler_t signal_handlers[65];

static _Bool is_signal(int number) { return in_range(number, 1, 64); }

sighandler_t signal(int number, sighandler_t handler) {
    if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    sighandler_t before = signal_handlers[number];
    signal_handlers[number] = handler;
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
    }
    return 0;
}

int sigemptyset(sigset_t *set) {
    *set = (sigset_t){0};
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
    sighandler_t handler = signal_handlers[number];
    if (handler == SIG_IGN) return 0;
    if (handler == SIG_DFL) {
        if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH) return 0;
        die_of(number);
    }
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
