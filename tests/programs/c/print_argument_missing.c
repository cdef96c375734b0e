// target: both
// expect: unsafe invalid-call
// line: 10
// replay: the system's printf does not look
#include <stdarg.h>
#include <stdio.h>

/* The function between does not matter: what was passed is known where it is taken. */
static void report(const char *format, ...);
int main(void) { report("%d of %d\n", 1); }

static void report(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}
