/*
 * <wchar.h>, <inttypes.h>: wide forms of formatted output and input, of text that is read as a number, and of strftime().
 *
 * A conversion has only characters of the basic set, so it is copied into bytes and done by what print.c, scan.c, decimal.c
 * and time.c have; what stands between conversions is taken as it is.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include "arguments.h"
#include "stream.h"

#define MOST_DIRECTIVE_CHARACTERS 300

static void narrow_character(char to[MOST_DIRECTIVE_CHARACTERS], size_t *length, wchar_t c) {
    if (*length == MOST_DIRECTIVE_CHARACTERS - 1) __everypath_unsupported("a wide conversion of more than 300 characters");
    if ((unsigned)c > 127) __everypath_unsupported("a wide conversion with a character above 127");
    to[(*length)++] = (char)c;
    to[*length] = 0;
}

/* Copies the conversion that begins at %; a set of %[ is part of it where sets are known. */
static void narrow_directive(char to[MOST_DIRECTIVE_CHARACTERS], const wchar_t *format, _Bool sets) {
    size_t length = 0;
    narrow_character(to, &length, *format++);
    while (*format != 0 && (unsigned)*format <= 127 && strchr("-+ #'I*.0123456789hlLqjzZtm$", *format) != NULL &&
           (*format != 'm' || sets)) {
        narrow_character(to, &length, *format++);
    }
    if (*format == 0) return;
    narrow_character(to, &length, *format);
    if (*format++ != '[' || !sets) return;
    if (*format == '^') narrow_character(to, &length, *format++);
    if (*format == ']') narrow_character(to, &length, *format++);
    while (*format != 0 && *format != ']') narrow_character(to, &length, *format++);
    if (*format == ']') narrow_character(to, &length, *format);
}

static int print_wide(struct sink *sink, const wchar_t *format, va_list arguments) {
    struct arguments from;
    va_copy(from.list, arguments);
    while (*format != 0) {
        if (*format != '%') {
            emit_wide(sink, *format++);
            continue;
        }
        char directive[MOST_DIRECTIVE_CHARACTERS];
        narrow_directive(directive, format, 0);
        const char *end = print_directive(sink, directive, &from);
        if (end == NULL) {
            sink->failed = 1;
            break;
        }
        format += end - directive;
    }
    va_copy(arguments, from.list);
    va_end(from.list);
    return printed(sink);
}

int vfwprintf(FILE *file, const wchar_t *format, va_list arguments) {
    if (is_of_bytes(file)) return -1;
    struct sink sink = {.file = file};
    return print_wide(&sink, format, arguments);
}

int vswprintf(wchar_t *to, size_t size, const wchar_t *format, va_list arguments) {
    struct sink sink = {.wide_to = to, .room = size == 0 ? 0 : size - 1};
    int count = print_wide(&sink, format, arguments);
    if (size == 0) return -1;
    to[sink.count < sink.room ? sink.count : sink.room] = 0;
    return sink.count > sink.room ? -1 : count;
}

int vwprintf(const wchar_t *format, va_list arguments) { return vfwprintf(stdout, format, arguments); }

VARIADIC(wprintf, format, (const wchar_t *format, ...), vfwprintf(stdout, format, arguments))
VARIADIC(fwprintf, format, (FILE * file, const wchar_t *format, ...), vfwprintf(file, format, arguments))
VARIADIC(swprintf, format, (wchar_t * to, size_t size, const wchar_t *format, ...),
         vswprintf(to, size, format, arguments))

static int scan_wide(struct source *from, const wchar_t *format, va_list arguments) {
    struct arguments to;
    va_copy(to.list, arguments);
    int done = 0;
    enum outcome outcome = MATCHED;
    while (*format != 0 && outcome == MATCHED) {
        if (*format != '%') {
            outcome = scan_literal(from, *format++);
            continue;
        }
        char directive[MOST_DIRECTIVE_CHARACTERS];
        narrow_directive(directive, format, 1);
        const char *end = scan_directive(from, directive, &to, &done, &outcome);
        if (end == NULL) break;
        format += end - directive;
    }
    va_copy(arguments, to.list);
    va_end(to.list);
    return outcome == NO_INPUT && done == 0 ? EOF : done;
}

static int scan_wide_stream(FILE *file, const wchar_t *format, va_list arguments) {
    if (is_of_bytes(file)) return EOF;
    return scan_wide(&(struct source){.file = file, .counted = 1}, format, arguments);
}

static int scan_wide_string(const wchar_t *text, const wchar_t *format, va_list arguments) {
    return scan_wide(&(struct source){.wide_text = text}, format, arguments);
}

#define WIDE_SCANNING(name)                                                                                  \
    int everypath_##name##wscanf(const wchar_t *format, ...) OBJECT_NAME(name##wscanf);                      \
    VARIADIC(everypath_##name##wscanf, format, (const wchar_t *format, ...),                                 \
             scan_wide_stream(stdin, format, arguments))                                                     \
    int everypath_##name##fwscanf(FILE *file, const wchar_t *format, ...) OBJECT_NAME(name##fwscanf);        \
    VARIADIC(everypath_##name##fwscanf, format, (FILE * file, const wchar_t *format, ...),                   \
             scan_wide_stream(file, format, arguments))                                                      \
    int everypath_##name##swscanf(const wchar_t *text, const wchar_t *format, ...) OBJECT_NAME(name##swscanf); \
    VARIADIC(everypath_##name##swscanf, format, (const wchar_t *text, const wchar_t *format, ...),           \
             scan_wide_string(text, format, arguments))                                                      \
    int everypath_##name##vwscanf(const wchar_t *format, va_list arguments) OBJECT_NAME(name##vwscanf);      \
    int everypath_##name##vwscanf(const wchar_t *format, va_list arguments) {                                \
        return scan_wide_stream(stdin, format, arguments);                                                   \
    }                                                                                                        \
    int everypath_##name##vfwscanf(FILE *file, const wchar_t *format, va_list arguments)                     \
        OBJECT_NAME(name##vfwscanf);                                                                         \
    int everypath_##name##vfwscanf(FILE *file, const wchar_t *format, va_list arguments) {                   \
        return scan_wide_stream(file, format, arguments);                                                    \
    }                                                                                                        \
    int everypath_##name##vswscanf(const wchar_t *text, const wchar_t *format, va_list arguments)            \
        OBJECT_NAME(name##vswscanf);                                                                         \
    int everypath_##name##vswscanf(const wchar_t *text, const wchar_t *format, va_list arguments) {          \
        return scan_wide_string(text, format, arguments);                                                    \
    }

WIDE_SCANNING()
WIDE_SCANNING(__isoc99_)
WIDE_SCANNING(__isoc23_)

READING_FUNCTION(wcstoimax, read_wide_magnitude, intmax_t, wchar_t, 1)
READING_FUNCTION(wcstoumax, read_wide_magnitude, uintmax_t, wchar_t, 0)
READING_FUNCTION(__isoc23_wcstol, read_wide_magnitude, long, wchar_t, 1)
READING_FUNCTION(__isoc23_wcstoll, read_wide_magnitude, long long, wchar_t, 1)
READING_FUNCTION(__isoc23_wcstoul, read_wide_magnitude, unsigned long, wchar_t, 0)
READING_FUNCTION(__isoc23_wcstoull, read_wide_magnitude, unsigned long long, wchar_t, 0)
READING_FUNCTION(__isoc23_wcstoimax, read_wide_magnitude, intmax_t, wchar_t, 1)
READING_FUNCTION(__isoc23_wcstoumax, read_wide_magnitude, uintmax_t, wchar_t, 0)

/* Copies what may be part of a number; what does not may end it. */
static void narrow_number(char to[MOST_FLOAT_CHARACTERS], const wchar_t *text) {
    size_t length = 0;
    for (; (unsigned)*text <= 127 && *text != 0; text++) {
        if (length == MOST_FLOAT_CHARACTERS - 1) {
            __everypath_unsupported("a wide text of a number of more than 1200 characters");
        }
        to[length++] = (char)*text;
        if (!is_space(*text) && !is_alpha(*text) && !is_digit(*text) && strchr("+-.()_", *text) == NULL) break;
    }
    to[length] = 0;
}

#define WIDE_REAL(name, type, narrow)                        \
    type name(const wchar_t *text, wchar_t **stop) {         \
        char copy[MOST_FLOAT_CHARACTERS], *end;              \
        narrow_number(copy, text);                           \
        type value = narrow(copy, &end);                     \
        if (stop != NULL) *stop = (wchar_t *)text + (end - copy); \
        return value;                                        \
    }

WIDE_REAL(wcstod, double, strtod)
WIDE_REAL(wcstof, float, strtof)
WIDE_REAL(wcstold, long double, strtold)

size_t wcsftime(wchar_t *to, size_t size, const wchar_t *format, const struct tm *when) {
    size_t count = 0;
    while (*format != 0) {
        if (*format != '%') {
            if (count + 1 >= size) return 0;
            to[count++] = *format++;
            continue;
        }
        char directive[4] = "%", part[128];
        size_t length = 1;
        format++;
        if (*format == 'E' || *format == 'O') directive[length++] = (char)*format++;
        if (*format == 0 || (unsigned)*format > 127) __everypath_unsupported("wcsftime with an unknown conversion");
        directive[length] = (char)*format++;
        size_t written = strftime(part, sizeof part, directive, when);
        if (written >= size - count) return 0;
        for (size_t i = 0; i < written; i++) to[count++] = part[i];
    }
    if (count >= size) return 0;
    to[count] = 0;
    return count;
}
