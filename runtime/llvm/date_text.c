/*
 * <time.h>: strptime(), a text that is read as a date. Names are those of the C locale, in letters of either case.
 */
#include <string.h>
#include <strings.h>
#include <time.h>

/* What was read beside the members of a tm: they decide at the end. */
struct date_parts {
    _Bool afternoon, has_half_day;
    int century, year_of_century; /* -1: not given */
    _Bool has_year, has_month, has_day, has_day_of_year, has_weekday;
};

/* A number of at most `digits` digits in a range; NULL if there is none. A digit that no number of the range has after what was read
 * is not part of it. */
static const char *read_date_number(const char *text, int digits, int low, int high, int *number) {
    while (*text == ' ') text++;
    if (!is_digit(*text)) return NULL;
    int value = 0;
    for (; digits > 0 && is_digit(*text) && 10 * value <= high; digits--, text++) value = 10 * value + (*text - '0');
    if (value < low || value > high) return NULL;
    *number = value;
    return text;
}

/* One of the names or its first three letters. */
static const char *read_name(const char *text, const char *const *names, int count, int *number) {
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        if (strncasecmp(text, names[i], length) != 0) {
            length = 3;
            if (strncasecmp(text, names[i], length) != 0) continue;
        }
        *number = i;
        return text + length;
    }
    return NULL;
}

static const char *read_date(const char *text, const char *format, struct tm *to, struct date_parts *parts);

/* Hours and minutes from Greenwich. */
static const char *read_zone(const char *text, struct tm *to) {
    while (*text == ' ') text++;
    if (*text == 'Z') {
        to->tm_gmtoff = 0;
        return text + 1;
    }
    if (*text != '+' && *text != '-') return NULL;
    int sign = *text++ == '-' ? -1 : 1, hours, minutes = 0;
    if (!is_digit(text[0]) || !is_digit(text[1])) return NULL;
    hours = 10 * (text[0] - '0') + (text[1] - '0');
    text += 2;
    if (*text == ':' && is_digit(text[1])) text++;
    if (is_digit(text[0]) && is_digit(text[1])) {
        minutes = 10 * (text[0] - '0') + (text[1] - '0');
        text += 2;
    }
    if (hours > 14 || minutes > 59) return NULL;
    to->tm_gmtoff = sign * (hours * 3600 + minutes * 60);
    return text;
}

static const char *read_date_part(const char *text, char letter, struct tm *to, struct date_parts *parts) {
    int number;
    switch (letter) {
        case 'a':
        case 'A':
            parts->has_weekday = 1;
            return read_name(text, day_names, 7, &to->tm_wday);
        case 'b':
        case 'B':
        case 'h':
            parts->has_month = 1;
            return read_name(text, month_names, 12, &to->tm_mon);
        case 'c': return read_date(text, "%a %b %e %H:%M:%S %Y", to, parts);
        case 'C': return read_date_number(text, 2, 0, 99, &parts->century);
        case 'd':
        case 'e':
            parts->has_day = 1;
            return read_date_number(text, 2, 1, 31, &to->tm_mday);
        case 'D':
        case 'x': return read_date(text, "%m/%d/%y", to, parts);
        case 'F': return read_date(text, "%Y-%m-%d", to, parts);
        case 'H':
        case 'k':
            parts->has_half_day = 0;
            return read_date_number(text, 2, 0, 23, &to->tm_hour);
        case 'I':
        case 'l':
            text = read_date_number(text, 2, 1, 12, &number);
            if (text == NULL) return NULL;
            parts->has_half_day = 1;
            to->tm_hour = number % 12;
            return text;
        case 'j':
            text = read_date_number(text, 3, 1, 366, &number);
            if (text == NULL) return NULL;
            parts->has_day_of_year = 1;
            to->tm_yday = number - 1;
            return text;
        case 'm':
            text = read_date_number(text, 2, 1, 12, &number);
            if (text == NULL) return NULL;
            parts->has_month = 1;
            to->tm_mon = number - 1;
            return text;
        case 'M': return read_date_number(text, 2, 0, 59, &to->tm_min);
        case 'n':
        case 't':
            while (is_space((byte)*text)) text++;
            return text;
        case 'p':
        case 'P':
            if (strncasecmp(text, "AM", 2) != 0 && strncasecmp(text, "PM", 2) != 0) return NULL;
            parts->afternoon = to_lower(*text) == 'p';
            return text + 2;
        case 'r': return read_date(text, "%I:%M:%S %p", to, parts);
        case 'R': return read_date(text, "%H:%M", to, parts);
        case 'S': return read_date_number(text, 2, 0, 61, &to->tm_sec);
        case 'T':
        case 'X': return read_date(text, "%H:%M:%S", to, parts);
        case 'u':
            text = read_date_number(text, 1, 1, 7, &number);
            if (text == NULL) return NULL;
            parts->has_weekday = 1;
            to->tm_wday = number % 7;
            return text;
        case 'w':
            parts->has_weekday = 1;
            return read_date_number(text, 1, 0, 6, &to->tm_wday);
        case 'y': return read_date_number(text, 2, 0, 99, &parts->year_of_century);
        case 'Y':
            text = read_date_number(text, 4, 0, 9999, &number);
            if (text == NULL) return NULL;
            parts->has_year = 1;
            parts->century = parts->year_of_century = -1;
            to->tm_year = number - 1900;
            return text;
        case 'z': return read_zone(text, to);
        case '%': return *text == '%' ? text + 1 : NULL;
        case 0: return NULL;
        default: __everypath_unsupported("strptime with a conversion that has no clear meaning");
    }
}

static const char *read_date(const char *text, const char *format, struct tm *to, struct date_parts *parts) {
    for (; *format != 0 && text != NULL; format++) {
        if (is_space((byte)*format)) {
            while (is_space((byte)*text)) text++;
        } else if (*format != '%') {
            text = *text == *format ? text + 1 : NULL;
        } else {
            format++;
            if (*format == 'E' || *format == 'O') format++;
            text = read_date_part(text, *format, to, parts);
            if (*format == 0) return NULL;
        }
    }
    return text;
}

char *strptime(const char *text, const char *format, struct tm *to) {
    struct date_parts parts = {.century = -1, .year_of_century = -1};
    text = read_date(text, format, to, &parts);
    if (text == NULL) return NULL;
    if (parts.has_half_day && parts.afternoon) to->tm_hour += 12;
    int year = parts.year_of_century;
    if (parts.century >= 0) {
        to->tm_year = (parts.century - 19) * 100 + (year >= 0 ? year : 0);
    } else if (year >= 0) {
        to->tm_year = year >= 69 ? year : year + 100;
    }
    /* As in glibc, the day of the year gives month and day, and a date gives the other two; what was not read is as it was. */
    if (parts.has_year || parts.century >= 0 || year >= 0 || parts.has_month || parts.has_day) {
        if (parts.has_day_of_year && !(parts.has_month && parts.has_day)) {
            struct tm first = {.tm_year = to->tm_year, .tm_mday = to->tm_yday + 1};
            timegm(&first);
            if (!parts.has_month) to->tm_mon = first.tm_mon;
            if (!parts.has_day) to->tm_mday = first.tm_mday;
        }
        if (in_range(to->tm_mon, 0, 11)) {
            long long year_of_date = (long long)to->tm_year + 1900, day = days_of(year_of_date, to->tm_mon, to->tm_mday);
            if (!parts.has_weekday) to->tm_wday = (int)(day + 4 - floor_divide(day + 4, 7) * 7);
            if (!parts.has_day_of_year) to->tm_yday = (int)(day - days_of(year_of_date, 0, 1));
        }
    }
    return (char *)text;
}
