/*
 * <stdio.h>: formatted input.
 *
 * One character ahead is all that is looked at, as the standard says; it goes back where the conversion ends. Each
 * character of a symbolic input splits the path by what its conversion takes it for, not by its value. Decimal and floating-point numbers
 * of open standard input are inputs of their own (world.c).
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "arguments.h"
#include "stream.h"

/* What is read: a stream, or a text. */
struct source {
    FILE *file;
    const char *text;
    const wchar_t *wide_text; /* instead of `text` */
    size_t count;             /* characters taken */
    _Bool counted;            /* whether the program may learn of their number */
};

static int source_next(struct source *from) {
    int c;
    if (from->file != NULL) {
        c = fgetc(from->file);
    } else if (from->wide_text != NULL) {
        if (*from->wide_text == 0) return EOF;
        c = *from->wide_text++;
    } else if (*from->text != 0) {
        c = (byte)*from->text++;
    } else {
        return EOF;
    }
    from->count += c != EOF;
    return c;
}

static void source_back(struct source *from, int c) {
    if (c == EOF) return;
    from->count--;
    if (from->file != NULL) {
        ungetc(c, from->file);
    } else if (from->wide_text != NULL) {
        from->wide_text--;
    } else {
        from->text--;
    }
}

/* Whether it is open what comes behind the characters that were pushed back, and the program learns of no number of them. */
static _Bool is_open(const struct source *from) {
    return from->file != NULL && !from->counted && is_open_input(from->file->_fileno);
}

/* Whether its numbers are taken to fit their objects. */
static _Bool is_assumed_to_fit(const struct source *from) { return is_open(from) && __everypath_assumes("numbers-fit"); }

/*
 * Skips white space where it is open what comes: of that which was pushed back. Else it may as well not come: the program does not learn of
 * it, and what follows is as open. Gives whether nothing that was pushed back is left.
 *
 * A character that was left over by a conversion may as well be white space with that character behind it.
 */
static _Bool skip_open_space(struct source *from) {
    struct stream *stream = as_stream(from->file);
    (void)stream_read(from->file, NULL, 0); /* the stream is used for reading */
    if (open_input.left_over && stream->pushed_back == 1) __everypath_assume(is_space(stream->pushed[0]));
    while (stream->pushed_back > 0 && is_space(stream->pushed[stream->pushed_back - 1])) stream->pushed_back--;
    if (stream->pushed_back > 0) return 0;
    open_skip_space();
    return 1;
}

/* The first character that is no white space. */
static int skip_space(struct source *from) {
    if (is_open(from)) (void)skip_open_space(from);
    int c;
    do c = source_next(from);
    while (c != EOF && is_space(c));
    return c;
}

#define MOST_FLOAT_CHARACTERS 1200

struct directive {
    _Bool suppress, wide_text, longest;
    int width, size; /* width 0: none; size of an integer in bytes, or of a floating-point number */
    char letter;
};

enum outcome { MATCHED, MISMATCH, NO_INPUT };

/* Whether a conversion takes a number of open standard input as an input of its own. A width has to leave room for a sign. */
static _Bool takes_open_number(struct source *from, const struct directive *as) {
    _Bool fits = as->width == 0 || (as->letter == 'd' && as->width > 1);
    return fits && is_open(from) && skip_open_space(from);
}

/*
 * What comes where no number does. Nothing that a conversion gives up at its first character is told from what it gives up later, but by
 * the character that it stops at. So `starts`, with which a number can begin, stands for all that begin like one, and any
 * character that does not go on with one of `continues` stops it. No other character that numbers begin with comes first.
 */
static enum outcome open_mismatch(struct source *from, const char *begins, const char *starts, const char *const *continues) {
    int c = skip_space(from);
    if (c == EOF) return NO_INPUT;
    _Bool begins_number = is_digit(c);
    for (; *begins != 0; begins++) begins_number |= c == (byte)*begins;
    __everypath_assume(!begins_number);
    for (; *starts != 0; starts++, continues++) {
        if (c != (byte)*starts) continue;
        c = source_next(from);
        _Bool goes_on = 0;
        for (const char *at = *continues; *at != 0; at++) goes_on |= c == (byte)*at;
        __everypath_assume(!goes_on);
        break;
    }
    source_back(from, c);
    open_input.left_over = c != EOF;
    return MISMATCH;
}

/* 10 to the power of a number of digits, as far as 64 bits go. */
static unsigned long long power_of_ten(int digits) {
    unsigned long long power = 1;
    for (; digits > 0; digits--) {
        if (power > ULLONG_MAX / 10) return ULLONG_MAX;
        power *= 10;
    }
    return power;
}

/* Reads an integer of open standard input; its bits, extended to 64. */
static enum outcome scan_open_integer(struct source *from, const struct directive *as, unsigned long long *value) {
    union {
        signed char of_1;
        short of_2;
        int of_4;
        long long of_8;
    } number;
    _Bool is_signed = as->letter == 'd';
    int width = as->width < 99 ? as->width : 99;
    if (!read_open_number(&number, (size_t)as->size, is_signed ? SIGNED_NUMBER : UNSIGNED_NUMBER, width)) {
        return open_mismatch(from, "+", "-", (const char *const[]){"0123456789"});
    }
    switch (as->size) {
        case 1: *value = (unsigned long long)number.of_1; break;
        case 2: *value = (unsigned long long)number.of_2; break;
        case 4: *value = (unsigned long long)number.of_4; break;
        default: *value = (unsigned long long)number.of_8;
    }
    _Bool may_be_too_large = !as->suppress;
    if (width != 0) {
        /* The numbers that have no more characters; larger ones may have no more either. */
        unsigned long long largest = ULLONG_MAX >> (65 - 8 * as->size);
        unsigned long long positive = power_of_ten(width) - 1, negative = power_of_ten(width - 1) - 1;
        long long most = positive < largest ? (long long)positive : (long long)largest;
        long long least = negative < largest ? -(long long)negative : -(long long)largest - 1;
        long long it = (long long)*value;
        __everypath_assume((it >= least) & (it <= most));
        may_be_too_large &= positive > largest;
    }
    if (may_be_too_large && !is_assumed_to_fit(from)) {
        _Bool fits = !open_choice("stdin number is too large");
        __everypath_check_if_asked("invalid-conversion", fits);
        __everypath_assume(fits); /* what the library makes of a larger one, a number that fits is, too */
    }
    return MATCHED;
}

/* Reads a float or a double of open standard input; its bits. There is one that is no number. */
static enum outcome scan_open_float(struct source *from, const struct directive *as, unsigned long long *bits) {
    unsigned of_float;
    unsigned long long of_double;
    _Bool matched = as->wide_text ? read_open_number(&of_double, sizeof of_double, FLOATING_POINT_NUMBER, 0)
                                  : read_open_number(&of_float, sizeof of_float, FLOATING_POINT_NUMBER, 0);
    if (!matched) return open_mismatch(from, "+-.IN", "in", (const char *const[]){"nN", "aA"});
    if (as->wide_text) {
        unsigned long long magnitude = of_double & LLONG_MAX, infinity = 0x7ff0000000000000;
        __everypath_assume((magnitude <= infinity) | (magnitude == 0x7ff8000000000000));
        *bits = of_double;
    } else {
        unsigned magnitude = of_float & INT_MAX, infinity = 0x7f800000;
        __everypath_assume((magnitude <= infinity) | (magnitude == 0x7fc00000));
        *bits = of_float;
    }
    return MATCHED;
}

/* Reads an integer; its bits, extended to 64. */
static enum outcome scan_integer(struct source *from, const struct directive *as, unsigned long long *value) {
    unsigned base = as->letter == 'd' || as->letter == 'u' ? 10 : as->letter == 'o' ? 8 : as->letter == 'i' ? 0 : 16;
    long left = as->width == 0 ? LONG_MAX : as->width;
    int c = skip_space(from);
    if (c == EOF) return NO_INPUT;
    struct magnitude read = {.negative = c == '-'};
    if (read.negative || c == '+') {
        c = --left > 0 ? source_next(from) : EOF;
    }
    if ((base == 0 || base == 16) && left > 0 && c == '0') {
        read.digits = 1;
        c = --left > 0 ? source_next(from) : EOF;
        if (left > 0 && c != EOF && to_lower(c) == 'x') {
            read.digits = 0;
            base = 16;
            c = --left > 0 ? source_next(from) : EOF;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = 10;
    }
    while (left > 0 && c != EOF) {
        unsigned digit = digit_value(c);
        if (digit >= base) break;
        add_digit(&read, digit, base);
        c = --left > 0 ? source_next(from) : EOF;
    }
    source_back(from, c);
    if (read.digits == 0) return MISMATCH;
    _Bool is_signed = as->letter == 'd' || as->letter == 'i';
    unsigned object = 8 * (unsigned)as->size;
    if (!as->suppress && is_assumed_to_fit(from)) {
        __everypath_assume(is_in_range(&read, object, is_signed));
    } else if (!as->suppress) {
        require_range(&read, object, is_signed);
    }
    unsigned bits = as->size > (int)sizeof(long) ? 64 : (unsigned)sizeof(long) * 8;
    *value = range_checked(&read, bits, is_signed);
    return MATCHED;
}

/* The characters of a number as text; strtod() takes it from there. */
struct float_characters {
    struct source *from;
    long left;
    int c; /* the one ahead */
    size_t size;
    char text[MOST_FLOAT_CHARACTERS];
};

static void take_character(struct float_characters *at) {
    if (at->size == MOST_FLOAT_CHARACTERS - 1) {
        __everypath_unsupported("scanf of a number of more than 1200 characters");
    }
    at->text[at->size++] = (char)at->c;
    at->c = --at->left > 0 ? source_next(at->from) : EOF;
}

static _Bool take_word(struct float_characters *at, const char *word) {
    for (; *word != 0; word++) {
        if (at->c == EOF || to_lower(at->c) != *word) return 0;
        take_character(at);
    }
    return 1;
}

static _Bool take_digits(struct float_characters *at, unsigned base) {
    _Bool any = 0;
    while (at->c != EOF && digit_value(at->c) < base) {
        take_character(at);
        any = 1;
    }
    return any;
}

static _Bool take_float(struct float_characters *at) {
    if (at->c == '-' || at->c == '+') take_character(at);
    if (at->c == 'i' || at->c == 'I') {
        if (!take_word(at, "inf")) return 0;
        return (at->c != 'i' && at->c != 'I') || take_word(at, "inity");
    }
    if (at->c == 'n' || at->c == 'N') return take_word(at, "nan");
    unsigned base = 10;
    _Bool any = 0;
    if (at->c == '0') {
        take_character(at);
        any = 1;
        if (at->c == 'x' || at->c == 'X') {
            take_character(at);
            any = 0;
            base = 16;
        }
    }
    any |= take_digits(at, base);
    if (at->c == '.') {
        take_character(at);
        any |= take_digits(at, base);
    }
    if (!any) return 0;
    if (at->c != EOF && to_lower(at->c) == (base == 10 ? 'e' : 'p')) {
        take_character(at);
        if (at->c == '-' || at->c == '+') take_character(at);
        take_digits(at, 10); /* glibc takes a number whose exponent has no digits */
    }
    return 1;
}

static enum outcome scan_float(struct source *from, const struct directive *as, struct float_text *value) {
    struct float_characters at;
    at.from = from;
    at.left = as->width == 0 ? LONG_MAX : as->width;
    at.size = 0;
    at.c = skip_space(from);
    if (at.c == EOF) return NO_INPUT;
    _Bool complete = take_float(&at);
    source_back(from, at.c);
    at.text[at.size] = 0;
    return complete && read_float(at.text, value) != NULL ? MATCHED : MISMATCH;
}

/* The members of %[...]; gives the place of the closing bracket, NULL if there is none. */
static const char *read_set(const char *format, _Bool set[256]) {
    _Bool inverted = *format == '^';
    if (inverted) format++;
    memset(set, inverted, 256);
    const char *first = format;
    for (; *format != ']' || format == first; format++) {
        if (*format == 0) return NULL;
        if (*format == '-' && format != first && format[1] != ']' && format[1] != 0) {
            for (int c = (byte)format[-1]; c <= (byte)format[1]; c++) set[c] = !inverted;
            format++;
            continue;
        }
        set[(byte)*format] = !inverted;
    }
    return format;
}

/* Gives whether the character has a byte, if it becomes one. */
static _Bool store_character(const struct source *from, const struct directive *as, void *to, size_t index, int c) {
    if (!as->wide_text && from->wide_text != NULL && c > 127) {
        errno = EILSEQ;
        return 0;
    }
    if (as->suppress) return 1;
    if (as->wide_text) ((wchar_t *)to)[index] = c;
    else ((char *)to)[index] = (char)c;
    return 1;
}

/* Whether a character is in the set of %[; those of a wide text have more values than the set has members. */
static _Bool is_member(const _Bool set[256], int c) {
    return c < 256 ? set[c] : set[0]; /* NUL is no member by name, so it is one if the set says what is not in it */
}

/* Where in a text the character is that comes next, and of what size each is. */
static const void *source_place(const struct source *from) {
    return from->wide_text != NULL ? (const void *)from->wide_text : from->text;
}
static size_t source_unit(const struct source *from) { return from->wide_text != NULL ? sizeof(wchar_t) : 1; }

/* Requires that `count` characters that were stored, and a NUL where there is one, are not where the `size` characters came from that were read
 * last (C17 7.21.6.7p2). */
static void check_stored_apart(const struct source *from, const struct directive *as, const void *to, size_t count, size_t size) {
    if (from->file != NULL || as->suppress) return;
    size_t taken = size * source_unit(from);
    check_disjoint(to, count * (as->wide_text ? sizeof(wchar_t) : 1), (const char *)source_place(from) - taken, taken);
}

/* %s, %[ and %c: `set` says what is taken; %c takes anything. */
static enum outcome scan_text(struct source *from, const struct directive *as, const _Bool *set, void *to) {
    long left = as->width == 0 ? (as->letter == 'c' ? 1 : LONG_MAX) : as->width;
    int c = as->letter == 's' ? skip_space(from) : source_next(from);
    if (c == EOF) return NO_INPUT;
    size_t size = 0;
    for (; left > 0 && c != EOF; left--) {
        if (as->letter == 's' ? is_space(c) : as->letter == '[' && !is_member(set, c)) break;
        if (!store_character(from, as, to, size++, c)) return NO_INPUT;
        c = left > 1 ? source_next(from) : EOF;
    }
    source_back(from, c);
    _Bool ends = as->letter != 'c'; /* of which fewer are enough, as in glibc */
    if (ends && size == 0) return MISMATCH;
    if (ends) store_character(from, as, to, size, 0);
    check_stored_apart(from, as, to, size + ends, size);
    return MATCHED;
}

static void store_integer(void *to, int size, unsigned long long value) {
    switch (size) {
        case 1: *(unsigned char *)to = (unsigned char)value; break;
        case 2: *(unsigned short *)to = (unsigned short)value; break;
        case 4: *(unsigned *)to = (unsigned)value; break;
        default: *(unsigned long long *)to = value;
    }
}

/* Reads what a conversion, which begins at %, takes, and stores it where the next argument says. Gives the place behind it, or
 * NULL where the scan ends: then `outcome` says why. `done` counts what was stored. */
static const char *scan_directive(
    struct source *from, const char *start, struct arguments *to, int *done, enum outcome *outcome) {
    struct directive as = {.size = sizeof(int)};
    const char *format = start + 1;
    for (; *format == '*' || *format == '\'' || *format == 'I'; format++) as.suppress |= *format == '*'; /* the others as in print.c */
    for (; is_digit(*format); format++) {
        if (as.width < INT_MAX / 10 - 1) as.width = as.width * 10 + (*format - '0');
    }
    if (*format == '$') __everypath_unsupported("scanf with numbered arguments");
    for (;; format++) {
        if (*format == 'h') as.size = as.size == sizeof(short) ? 1 : sizeof(short);
        else if (*format == 'l') as.size = as.wide_text ? sizeof(long long) : sizeof(long), as.wide_text = 1;
        else if (*format == 'L' || *format == 'q' || *format == 'j')
            as.size = sizeof(long long), as.wide_text = 1, as.longest = *format == 'L';
        else if (*format == 'z' || *format == 'Z' || *format == 't') as.size = sizeof(size_t);
        else if (*format == 'm') __everypath_unsupported("scanf that allocates memory");
        else break;
    }
    as.letter = *format;
    switch (as.letter) {
        case '%': {
            expect_conversion(format == start + 1);
            int c = skip_space(from);
            if (c == '%') return format + 1;
            source_back(from, c);
            *outcome = c == EOF ? NO_INPUT : MISMATCH;
            return NULL;
        }
        case 'n':
            if (!as.suppress) store_integer(next_pointer(to), as.size, from->count);
            return format + 1;
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
        case 'p': {
            unsigned long long value;
            if (as.letter == 'p') as.size = sizeof(void *);
            _Bool decimal = as.letter == 'd' || as.letter == 'u';
            *outcome = decimal && takes_open_number(from, &as) ? scan_open_integer(from, &as, &value)
                                                               : scan_integer(from, &as, &value);
            if (*outcome == MATCHED && !as.suppress) store_integer(next_pointer(to), as.size, value);
            break;
        }
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G': {
            if (!as.longest && as.width == 0 && takes_open_number(from, &as)) {
                unsigned long long bits;
                *outcome = scan_open_float(from, &as, &bits);
                if (*outcome == MATCHED && !as.suppress) memcpy(next_pointer(to), &bits, as.wide_text ? 8 : 4);
                break;
            }
            struct float_text value;
            *outcome = scan_float(from, &as, &value);
            if (*outcome == MATCHED && !as.suppress) {
                if (as.longest) *(long double *)next_pointer(to) = text_to_long_double(&value);
                else if (as.wide_text) *(double *)next_pointer(to) = text_to_double(&value);
                else *(float *)next_pointer(to) = text_to_float(&value);
            }
            break;
        }
        case 'C':
        case 'S':
            as.wide_text = 1;
            as.letter = (char)to_lower(as.letter);
            /* fall through */
        case 'c':
        case 's':
        case '[': {
            _Bool set[256];
            if (as.letter == '[') {
                format = read_set(format + 1, set);
                expect_conversion(format != NULL);
                if (format == NULL) {
                    *outcome = MISMATCH;
                    return NULL;
                }
            }
            *outcome = scan_text(from, &as, set, as.suppress ? NULL : next_pointer(to));
            break;
        }
        default:
            expect_conversion(0);
            *outcome = MISMATCH;
            return NULL;
    }
    if (*outcome != MATCHED) return NULL;
    *done += !as.suppress;
    return format + 1;
}

/* A character of the format that is no conversion. Of open standard input nothing is read ahead for white space, so that a number may come:
 * open_read() knows that something else is no white space. */
static enum outcome scan_literal(struct source *from, int expected) {
    if (is_space(expected)) {
        if (is_open(from)) (void)skip_open_space(from);
        else source_back(from, skip_space(from));
        return MATCHED;
    }
    int c = source_next(from);
    if (c == expected) return MATCHED;
    source_back(from, c);
    return c == EOF ? NO_INPUT : MISMATCH;
}

/* Gives the number of conversions that were stored, EOF if the input ends before the first. */
static int scan(struct source *from, const char *format, va_list arguments) {
    struct arguments to;
    va_copy(to.list, arguments);
    int done = 0;
    enum outcome outcome = MATCHED;
    while (*format != 0 && outcome == MATCHED) {
        if (*format != '%') {
            outcome = scan_literal(from, (byte)*format++);
            continue;
        }
        format = scan_directive(from, format, &to, &done, &outcome);
        if (format == NULL) break;
    }
    va_copy(arguments, to.list); /* as in print() */
    va_end(to.list);
    return outcome == NO_INPUT && done == 0 ? EOF : done;
}

static int scan_stream(FILE *file, const char *format, va_list arguments) {
    if (is_wide(file)) return EOF;
    return scan(&(struct source){.file = file, .counted = strchr(format, 'n') != NULL}, format, arguments);
}

static int scan_string(const char *text, const char *format, va_list arguments) {
    return scan(&(struct source){.text = text}, format, arguments);
}

/* Each function under the names that C90, C99 and C23 programs call it by. */
#define SCANNING(name)                                                                                \
    int everypath_##name##scanf(const char *format, ...) OBJECT_NAME(name##scanf);                    \
    VARIADIC(everypath_##name##scanf, format, (const char *format, ...),                              \
             scan_stream(stdin, format, arguments))                                                   \
    int everypath_##name##fscanf(FILE *file, const char *format, ...) OBJECT_NAME(name##fscanf);      \
    VARIADIC(everypath_##name##fscanf, format, (FILE * file, const char *format, ...),                \
             scan_stream(file, format, arguments))                                                    \
    int everypath_##name##sscanf(const char *text, const char *format, ...) OBJECT_NAME(name##sscanf); \
    VARIADIC(everypath_##name##sscanf, format, (const char *text, const char *format, ...),           \
             scan_string(text, format, arguments))                                                    \
    int everypath_##name##vscanf(const char *format, va_list arguments) OBJECT_NAME(name##vscanf);    \
    int everypath_##name##vscanf(const char *format, va_list arguments) {                             \
        return scan_stream(stdin, format, arguments);                                                 \
    }                                                                                                 \
    int everypath_##name##vfscanf(FILE *file, const char *format, va_list arguments)                  \
        OBJECT_NAME(name##vfscanf);                                                                   \
    int everypath_##name##vfscanf(FILE *file, const char *format, va_list arguments) {                \
        return scan_stream(file, format, arguments);                                                  \
    }                                                                                                 \
    int everypath_##name##vsscanf(const char *text, const char *format, va_list arguments)            \
        OBJECT_NAME(name##vsscanf);                                                                   \
    int everypath_##name##vsscanf(const char *text, const char *format, va_list arguments) {          \
        return scan_string(text, format, arguments);                                                  \
    }

SCANNING()
SCANNING(__isoc99_)
SCANNING(__isoc23_)
