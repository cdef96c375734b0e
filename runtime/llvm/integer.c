/*
 * <stdlib.h>, <inttypes.h>: absolute values, quotients, and text that is read as an integer.
 *
 * The result is built without a branch but for the end of the text, the sign and the base. Overflow is asked for
 * only where so many digits have been read that there can be one.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <wchar.h>

int abs(int value) {
    __everypath_check("signed-overflow", value != INT_MIN);
    unsigned sign = (unsigned)(value >> 31);
    return (int)(((unsigned)value ^ sign) - sign);
}

long labs(long value) {
    __everypath_check("signed-overflow", value != LONG_MIN);
    unsigned long sign = (unsigned long)(value >> (sizeof value * 8 - 1));
    return (long)(((unsigned long)value ^ sign) - sign);
}

long long llabs(long long value) {
    __everypath_check("signed-overflow", value != LLONG_MIN);
    unsigned long long sign = (unsigned long long)(value >> 63);
    return (long long)(((unsigned long long)value ^ sign) - sign);
}

intmax_t imaxabs(intmax_t value) { return llabs(value); }

#define DIVISION(name, result, type, minimum)                                                  \
    result name(type number, type divisor) {                                                   \
        __everypath_check("division-by-zero", divisor != 0);                                   \
        __everypath_check("signed-division-overflow", (number != minimum) | (divisor != -1));  \
        return (result){number / divisor, number % divisor};                                   \
    }

DIVISION(div, div_t, int, INT_MIN)
DIVISION(ldiv, ldiv_t, long, LONG_MIN)
DIVISION(lldiv, lldiv_t, long long, LLONG_MIN)
DIVISION(imaxdiv, imaxdiv_t, intmax_t, INTMAX_MIN)

/* The magnitude of an integer as it is read: digit by digit. */
struct magnitude {
    unsigned long long value;
    unsigned digits;
    _Bool negative, overflow;
};

/* The most digits that fit in 64 bits in each base. */
static unsigned fitting_digits(unsigned base) {
    return base <= 2 ? 64 : base <= 8 ? 21 : base <= 10 ? 19 : base <= 16 ? 16 : 12;
}

static void add_digit(struct magnitude *read, unsigned digit, unsigned base) {
    unsigned digits = ++read->digits;
    unsigned long long value = read->value;
    /* Comparisons with constants: a product that is wide enough to overflow is much harder for a solver. */
    unsigned long long most = ULLONG_MAX / base, last = ULLONG_MAX % base;
    if (digits > fitting_digits(base)) read->overflow |= (value > most) | ((value == most) & (digit > last));
    read->value = value * base + digit;
}

/* The value that strtol() and its like give for a type of `bits` bits, with ERANGE where they say so. */
static unsigned long long range_checked(const struct magnitude *read, unsigned bits, _Bool is_signed) {
    unsigned long long largest = ULLONG_MAX >> (64 - bits);
    unsigned long long limit = is_signed ? (largest >> 1) + read->negative : largest;
    if (read->overflow || read->value > limit) {
        errno = ERANGE;
        return limit;
    }
    return read->negative ? -read->value : read->value;
}

/* Whether a type of `bits` bits can hold the number. */
static _Bool is_in_range(const struct magnitude *read, unsigned bits, _Bool is_signed) {
    unsigned long long largest = ULLONG_MAX >> (64 - bits);
    unsigned long long limit = is_signed ? (largest >> 1) + read->negative : largest;
    return !read->overflow & (read->value <= limit);
}

/* Requires that a type of `bits` bits can hold the number: anything else is undefined in C. In all libraries it is some number. */
static void require_range(const struct magnitude *read, unsigned bits, _Bool is_signed) {
    __everypath_check_if_asked("invalid-conversion", is_in_range(read, bits, is_signed));
}

/* Reads an integer from a text of any character type; `stop`, if not NULL, becomes the place behind it. */
#define INTEGER_READER(name, character)                                                             \
    static void name(                                                                               \
        const character *text, character **stop, int base, struct magnitude *read) {                \
        *read = (struct magnitude){0};                                                              \
        if (stop != NULL) *stop = (character *)text;                                                \
        if (base < 0 || base == 1 || base > 36) {                                                   \
            errno = EINVAL;                                                                         \
            return;                                                                                 \
        }                                                                                           \
        while (is_space((int)*text)) text++;                                                        \
        read->negative = *text == '-';                                                              \
        if (read->negative || *text == '+') text++;                                                 \
        if ((base == 0 || base == 16) && text[0] == '0' && to_lower((int)text[1]) == 'x' &&         \
            digit_value((int)text[2]) < 16) {                                                       \
            text += 2;                                                                              \
            base = 16;                                                                              \
        } else if (base == 0) {                                                                     \
            base = *text == '0' ? 8 : 10;                                                           \
        }                                                                                           \
        for (;; text++) {                                                                           \
            unsigned digit = digit_value((int)*text);                                               \
            if (digit >= (unsigned)base) break;                                                     \
            add_digit(read, digit, (unsigned)base);                                                 \
        }                                                                                           \
        if (stop != NULL && read->digits > 0) *stop = (character *)text;                            \
    }

INTEGER_READER(read_magnitude, char)
INTEGER_READER(read_wide_magnitude, wchar_t)

#define READING_FUNCTION(name, reader, type, character, is_signed)                       \
    type everypath_##name(const character *text, character **stop, int base) OBJECT_NAME(name); \
    type everypath_##name(const character *text, character **stop, int base) {           \
        struct magnitude read;                                                           \
        reader(text, stop, base, &read);                                                 \
        return (type)range_checked(&read, sizeof(type) * 8, is_signed);                  \
    }

READING_FUNCTION(strtol, read_magnitude, long, char, 1)
READING_FUNCTION(strtoll, read_magnitude, long long, char, 1)
READING_FUNCTION(strtoul, read_magnitude, unsigned long, char, 0)
READING_FUNCTION(strtoull, read_magnitude, unsigned long long, char, 0)
READING_FUNCTION(strtoq, read_magnitude, long long, char, 1)
READING_FUNCTION(strtouq, read_magnitude, unsigned long long, char, 0)
READING_FUNCTION(strtoimax, read_magnitude, intmax_t, char, 1)
READING_FUNCTION(strtoumax, read_magnitude, uintmax_t, char, 0)
READING_FUNCTION(__isoc23_strtol, read_magnitude, long, char, 1)
READING_FUNCTION(__isoc23_strtoll, read_magnitude, long long, char, 1)
READING_FUNCTION(__isoc23_strtoul, read_magnitude, unsigned long, char, 0)
READING_FUNCTION(__isoc23_strtoull, read_magnitude, unsigned long long, char, 0)
READING_FUNCTION(__isoc23_strtoimax, read_magnitude, intmax_t, char, 1)
READING_FUNCTION(__isoc23_strtoumax, read_magnitude, uintmax_t, char, 0)
READING_FUNCTION(wcstol, read_wide_magnitude, long, wchar_t, 1)
READING_FUNCTION(wcstoll, read_wide_magnitude, long long, wchar_t, 1)
READING_FUNCTION(wcstoul, read_wide_magnitude, unsigned long, wchar_t, 0)
READING_FUNCTION(wcstoull, read_wide_magnitude, unsigned long long, wchar_t, 0)

long __strtol_internal(const char *text, char **stop, int base, int group) {
    (void)group;
    return everypath_strtol(text, stop, base);
}

unsigned long __strtoul_internal(const char *text, char **stop, int base, int group) {
    (void)group;
    return everypath_strtoul(text, stop, base);
}

/* A number that the type cannot hold is undefined (C17 7.22.1p1); where that is not checked, the result is glibc's. */
static long long read_required(const char *text, unsigned bits, unsigned bits_of_result) {
    struct magnitude read;
    read_magnitude(text, NULL, 10, &read);
    require_range(&read, bits, 1);
    return (long long)range_checked(&read, bits_of_result, 1);
}

int atoi(const char *text) { return (int)read_required(text, sizeof(int) * 8, sizeof(long) * 8); }
long atol(const char *text) { return (long)read_required(text, sizeof(long) * 8, sizeof(long) * 8); }
long long atoll(const char *text) { return read_required(text, 64, 64); }
