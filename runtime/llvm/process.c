/*
 * <stdlib.h>, <unistd.h>: the end of the program.
 */
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

/* Old programs declare the variable themselves. */
int error_number OBJECT_NAME(errno);

int *__errno_location(void) { return &error_number; }

/* A function of <math.h> that the machine implements came to this error, or to 0. */
void __everypath_math_error(size_t error) { error_number = error != 0 ? (int)error : error_number; }

static int add_exit_handler(struct exit_handler handler) {
    if (exit_handler_count == MOST_HANDLERS) __everypath_unsupported("more than 256 functions for the end of the program");
    exit_handlers[exit_handler_count++] = handler;
    return 0;
}

int atexit(void (*handler)(void)) {
    return add_exit_handler((struct exit_handler){.plain = handler});
}

/* For destructors, which run last: they are registered before anything runs. */
void __everypath_run_at_exit(void (*destructor)(void)) { (void)atexit(destructor); }

int on_exit(void (*handler)(int, void *), void *argument) {
    return add_exit_handler((struct exit_handler){.with_status = handler, .argument = argument});
}

int __cxa_atexit(void (*handler)(void *), void *argument, void *library) {
    (void)library;
    return add_exit_handler((struct exit_handler){.with_argument = handler, .argument = argument});
}

int at_quick_exit(void (*handler)(void)) {
    if (quick_exit_handler_count == MOST_HANDLERS) __everypath_unsupported("more than 256 functions for quick_exit");
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
