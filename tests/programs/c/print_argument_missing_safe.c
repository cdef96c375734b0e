// target: both
// expect: safe
#include <stdarg.h>
#include <stdio.h>

/* Some arguments are taken before, and the list is used twice through a copy. */
static void report(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    int level = va_arg(arguments, int);
    va_copy(again, arguments);
    char text[40];
    vsnprintf(text, sizeof text, format, again);
    va_end(again);
    if (level > 0) vprintf(format, arguments);
    va_end(arguments);
}

int main(void) {
    report("%d of %s: %f\n", 1, 2, "three", 4.0);
    report("none\n", 1);
    return 0;
}
