/*
 * <time.h>, <sys/time.h>, sleeping and alarms.
 *
 * What clocks show is open: the time of day is any from 1970 to 9999 (2038 where `time_t` has 32 bits), may be set back,
 * and time() may not know it (-1); all others begin anywhere and never go back, and clock() and times() may not know theirs (-1). In the fixed world the clock is the machine's:
 * the same in every run, a microsecond more each time it is asked for, from 2020-09-13 12:26:40 UTC on. Sleeping takes no time.
 *
 * That local time is UTC is an assumption, unless the program or the run says so by TZ; another zone in TZ is not supported.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define START 1600000000

/* As in glibc, until something asks for local time. */
char *tzname[2] = {(char *)"GMT", (char *)"GMT"};
long timezone = 0;
int daylight = 0;

#define LAST_SECOND (sizeof(time_t) == 8 ? (time_t)253402300799 : (time_t)0x7fffffff)

/* An input of least..most. */
static long long open_number(const char *name, long long least, long long most) {
    if (sizeof(time_t) == 8) {
        long long number;
        __everypath_make_symbolic(&number, sizeof number, name);
        __everypath_assume((least <= number) & (number <= most));
        return number;
    }
    int number;
    __everypath_make_symbolic(&number, sizeof number, name);
    __everypath_assume(((int)least <= number) & (number <= (int)most));
    return number;
}

/* A count that never goes back; `kept` is what it was. -1 where it is not known, which it may be at any time. */
static long open_count(const char *name, long *kept, long most) {
    long count = (long)open_number(name, -1, most);
    __everypath_assume((count == -1) | (count >= *kept));
    *kept = count == -1 ? *kept : count;
    return count;
}

/* The same of a count that is always known. */
static long known_count(const char *name, long *kept, long most) {
    long count = (long)open_number(name, 0, most);
    __everypath_assume(count >= *kept);
    *kept = count;
    return count;
}

time_t time(time_t *to) {
    time_t now;
    if (__everypath_assumes("clock")) {
        now = START + (time_t)(__everypath_clock() / 1000000000u);
    } else {
        now = (time_t)open_number("time", -1, LAST_SECOND);
    }
    if (to != NULL) *to = now;
    return now;
}

clock_t clock(void) {
    static long kept;
    if (__everypath_assumes("clock")) return (clock_t)(__everypath_clock() / 1000);
    return (clock_t)open_count("clock", &kept, sizeof(long) == 8 ? 1000000000000000 : 0x7fffffff);
}

static _Bool is_time_of_day(clockid_t id) { return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE; }

/* The clocks of Linux by number; 10 was one once. */
static _Bool is_clock(clockid_t id) {
    if (id >= 0 && id <= 11 && id != 10) return 1;
    errno = EINVAL;
    return 0;
}

int clock_gettime(clockid_t id, struct timespec *to) {
    static struct timespec kept;
    if (!is_clock(id)) return -1;
    if (!__everypath_assumes("clock")) {
        struct timespec now = {(time_t)open_number("clock_seconds", 0, LAST_SECOND),
                               (long)open_number("clock_nanoseconds", 0, 999999999)};
        if (!is_time_of_day(id)) {
            /* As if there were one such clock, which is each of them at its time. */
            __everypath_assume((now.tv_sec > kept.tv_sec) |
                               ((now.tv_sec == kept.tv_sec) & (now.tv_nsec >= kept.tv_nsec)));
            kept = now;
        }
        *to = now;
        return 0;
    }
    unsigned long now = __everypath_clock();
    to->tv_sec = (is_time_of_day(id) ? START : 0) + (time_t)(now / 1000000000u);
    to->tv_nsec = (long)(now % 1000000000u);
    return 0;
}

int clock_getres(clockid_t id, struct timespec *to) {
    if (!is_clock(id)) return -1;
    (void)__everypath_assumes("system");
    if (to != NULL) *to = (struct timespec){0, 1};
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, to) == 0 ? base : 0;
}

int gettimeofday(struct timeval *to, void *zone) {
    if (zone != NULL) *(struct timezone *)zone = (struct timezone){0};
    if (!__everypath_assumes("clock")) {
        *to = (struct timeval){(time_t)open_number("clock_seconds", 0, LAST_SECOND),
                               (suseconds_t)open_number("clock_microseconds", 0, 999999)};
        return 0;
    }
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *to = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

/* What the process has used is open, too; it has no children. */
clock_t times(struct tms *to) {
    static long kept, kept_user, kept_system;
    const long most = sizeof(long) == 8 ? 1000000000000 : 0x7fffffff;
    if (__everypath_assumes("clock")) {
        clock_t ticks = (clock_t)(__everypath_clock() / 10000000);
        if (to != NULL) *to = (struct tms){ticks, 0, 0, 0};
        return ticks;
    }
    if (to != NULL) {
        *to = (struct tms){(clock_t)known_count("tms_utime", &kept_user, most),
                           (clock_t)known_count("tms_stime", &kept_system, most), 0, 0};
    }
    return (clock_t)open_count("times", &kept, most);
}

double difftime(time_t late, time_t early) { return (double)late - (double)early; }

unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}
int usleep(useconds_t duration) {
    (void)duration;
    return 0;
}
int nanosleep(const struct timespec *duration, struct timespec *left) {
    if (duration->tv_nsec < 0 || duration->tv_nsec > 999999999 || duration->tv_sec < 0) {
        errno = EINVAL;
        return -1;
    }
    if (left != NULL) *left = (struct timespec){0, 0};
    return 0;
}

/* The program ends before an alarm comes, which is an assumption. What is left of one that was set is open: a second at least. */
unsigned alarm(unsigned seconds) {
    static unsigned kept;
    unsigned before = kept, left = before;
    kept = seconds;
    if (is_symbolic(seconds) || seconds != 0) (void)__everypath_assumes("system");
    if ((!is_symbolic(before) && before == 0) || __everypath_assumes("clock")) return before;
    __everypath_make_symbolic(&left, sizeof left, "alarm");
    __everypath_assume((left <= before) & ((left != 0) | (before == 0)));
    return left;
}

void tzset(void) {
    const char *variable = *find_variable("TZ", 2);
    if (variable == NULL) {
        (void)__everypath_assumes("system");
    } else if (variable[3] != 0 && strcmp(variable + 3, "UTC") != 0 && strcmp(variable + 3, "UTC0") != 0) {
        __everypath_unsupported("local time of the zone that TZ names");
    }
    tzname[0] = tzname[1] = (char *)"UTC";
    timezone = 0;
    daylight = 0;
}

static long long floor_divide(long long number, long long divisor) {
    long long quotient = number / divisor;
    return quotient - (number % divisor < 0);
}

/* Days from 1970-01-01 to the first of March of a year; years begin in March, so that leap days end them. */
static long long days_before_march(long long year) {
    return 365 * year + floor_divide(year, 4) - floor_divide(year, 100) + floor_divide(year, 400) - 719468;
}

/* Days from 1970-01-01 to a day; month 0..11, day from 1, of any size. */
static long long days_of(long long year, int month, long long day) {
    static const short days_since_march[12] = {306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275};
    return days_before_march(month < 2 ? year - 1 : year) + days_since_march[month] + day - 1;
}

/* A moment, as a calendar has it: years begin in March, so that leap days end them, and eras are of 400 years. */
struct moment {
    long long era, week;
    int century, four_years, year, day; /* 0..3 of an era, 0..24 of a century, 0..3 of those, 0..365 of the year */
    int hour, minute, second, weekday;
};

#define ERA 146097
#define CENTURY 36524
#define FOUR_YEARS 1461
#define YEAR 365
/* From the first of March of year 0, when an era began, to 1970-01-01. */
#define EPOCH 719468
/* More than a `time_t` counts, or a `struct tm` has years; none of what is made of them overflows. */
#define MOST_SECONDS (sizeof(time_t) == 8 ? 67800000000000000 : 0x80000000)
#define MOST_ERAS (sizeof(time_t) == 8 ? 5400000 : 10)
#define MOST_WEEKS (sizeof(time_t) == 8 ? 113000000000 : 4000)

/* The second that a moment is, from 1970-01-01 on. */
static long long second_of(const struct moment *moment) {
    long long days = ERA * moment->era + CENTURY * moment->century + FOUR_YEARS * moment->four_years +
                     YEAR * moment->year + moment->day - EPOCH;
    return 86400 * days + 3600 * moment->hour + 60 * moment->minute + moment->second;
}

static int least_of(long long number, int most) { return number < most ? (int)number : most; }

static int some(const char *name, int most) { return (int)open_number(name, 0, most); }

/* The moment of a second. Where that is open, the moment is the input that gives the second: to multiply is easier than to divide. */
static struct moment moment_of(long long seconds) {
    struct moment found;
    if (is_symbolic(seconds)) {
        found = (struct moment){open_number("era", -MOST_ERAS, MOST_ERAS), open_number("week", -MOST_WEEKS, MOST_WEEKS),
                                some("century", 3), some("four years", 24), some("year", 3), some("day", 365),
                                some("hour", 23), some("minute", 59), some("second", 59), some("weekday", 6)};
        int days = FOUR_YEARS * found.four_years + YEAR * found.year + found.day;
        __everypath_assume(((found.day < 365) | (found.year == 3)) & ((days < CENTURY) | (found.century == 3)));
        __everypath_assume(second_of(&found) == seconds);
        long long today = 86400 * (7 * found.week + found.weekday - 4);
        __everypath_assume((today <= seconds) & (seconds - today < 86400));
        return found;
    }
    long long days = floor_divide(seconds, 86400), rest = seconds - days * 86400;
    found.week = floor_divide(days + 4, 7);
    found.weekday = (int)(days + 4 - found.week * 7);
    found.hour = (int)(rest / 3600);
    found.minute = (int)(rest / 60 % 60);
    found.second = (int)(rest % 60);
    days += EPOCH;
    found.era = floor_divide(days, ERA);
    days -= found.era * ERA;
    found.century = least_of(days / CENTURY, 3);
    days -= found.century * CENTURY;
    found.four_years = (int)(days / FOUR_YEARS);
    days -= found.four_years * FOUR_YEARS;
    found.year = least_of(days / YEAR, 3);
    found.day = (int)days - found.year * YEAR;
    return found;
}

/* As gmtime_r(). */
static _Bool fill_time(long long seconds, struct tm *to) {
    /* The months from March on, but for the last. */
    static const signed char lengths[11] = {31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31};
    if (seconds > MOST_SECONDS || seconds < -MOST_SECONDS) {
        errno = EOVERFLOW;
        return 0;
    }
    struct moment moment = moment_of(seconds);
    int month = 0, begin = 0, end = 0;
    for (int i = 0; i < 11; i++) {
        end += lengths[i];
        int is_over = moment.day >= end;
        month += is_over;
        begin += is_over * lengths[i];
    }
    int is_next_year = month >= 10;
    int is_leap = (moment.year == 0) & ((moment.four_years != 0) | (moment.century == 0));
    long long year = 400 * moment.era + 100 * moment.century + 4 * moment.four_years + moment.year + is_next_year - 1900;
    if (year != (int)year) {
        errno = EOVERFLOW;
        return 0;
    }
    *to = (struct tm){0};
    to->tm_sec = moment.second;
    to->tm_min = moment.minute;
    to->tm_hour = moment.hour;
    to->tm_mday = moment.day - begin + 1;
    to->tm_mon = month + 2 - 12 * is_next_year;
    to->tm_year = (int)year;
    to->tm_wday = moment.weekday;
    to->tm_yday = moment.day + 59 + is_leap - (365 + is_leap) * is_next_year;
    to->tm_zone = "GMT";
    return 1;
}

struct tm *gmtime_r(const time_t *when, struct tm *to) { return fill_time(*when, to) ? to : NULL; }

struct tm *localtime_r(const time_t *when, struct tm *to) {
    tzset();
    if (!fill_time(*when, to)) return NULL;
    to->tm_zone = tzname[0];
    return to;
}

static struct tm broken_down;
struct tm *gmtime(const time_t *when) { return gmtime_r(when, &broken_down); }
struct tm *localtime(const time_t *when) { return localtime_r(when, &broken_down); }

/* The second that a date is, whose members may be of any size. */
static long long second_of_date(const struct tm *from) {
    long long months = from->tm_mon, year = (long long)from->tm_year + 1900 + floor_divide(months, 12);
    int month = (int)(months - floor_divide(months, 12) * 12);
    return days_of(year, month, from->tm_mday) * 86400 + from->tm_hour * 3600ll + from->tm_min * 60ll + from->tm_sec;
}

/* Gives the second as a `time_t`, and the date that it is in a zone without an offset; -1 where there is none. */
static time_t normalise(long long seconds, struct tm *to, const char *zone) {
    if (seconds != (time_t)seconds) {
        errno = EOVERFLOW;
        return -1;
    }
    if (!fill_time(seconds, to)) return -1;
    to->tm_zone = zone;
    return (time_t)seconds;
}

time_t timegm(struct tm *from) { return normalise(second_of_date(from), from, "GMT"); }

/* A date in summer time is taken to be one of a zone that is an hour ahead then, as in glibc. */
time_t mktime(struct tm *from) {
    tzset();
    return normalise(second_of_date(from) - 3600 * (from->tm_isdst > 0), from, tzname[0]);
}
time_t timelocal(struct tm *from) { return mktime(from); }

static const char *const day_names[7] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                         "Thursday", "Friday", "Saturday"};
static const char *const month_names[12] = {"January", "February", "March",     "April",   "May",      "June",
                                            "July",    "August",   "September", "October", "November", "December"};

static const char *name_of(const char *const *names, int count, int number) {
    return number >= 0 && number < count ? names[number] : "?";
}

/* The week that a day of the year is in, when weeks begin `first` days after Sunday. */
static int week_of(const struct tm *when, int first) {
    return (when->tm_yday + 7 - (when->tm_wday + 7 - first) % 7) / 7;
}

/* The week of ISO 8601, and the year that it belongs to. */
static int iso_week(const struct tm *when, int *year) {
    int weekday = (when->tm_wday + 6) % 7, week = (when->tm_yday - weekday + 10) / 7;
    *year = when->tm_year + 1900;
    long long length = days_of(*year + 1, 0, 1) - days_of(*year, 0, 1);
    if (week < 1) {
        *year -= 1;
        int yday = when->tm_yday + (int)(days_of(*year + 1, 0, 1) - days_of(*year, 0, 1));
        return (yday - weekday + 10) / 7;
    }
    if (week == 53 && when->tm_yday - weekday + 3 >= length) {
        *year += 1;
        return 1;
    }
    return week;
}

/* The name of the zone; that of local time for a date that was not made by the functions here. */
static const char *zone_of(const struct tm *when) {
    if (when->tm_zone != NULL && *when->tm_zone != 0) return when->tm_zone;
    if (when->tm_isdst < 0) return "";
    tzset();
    return tzname[when->tm_isdst != 0];
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *when) {
    size_t count = 0;
    char part[64];
    int year, hour = when->tm_hour % 12 == 0 ? 12 : when->tm_hour % 12;
    for (; *format != 0; format++) {
        const char *text = part;
        if (*format != '%') {
            part[0] = *format;
            part[1] = 0;
        } else {
            format++;
            if (*format == 'E' || *format == 'O') format++;
            switch (*format) {
                case 'a': snprintf(part, sizeof part, "%.3s", name_of(day_names, 7, when->tm_wday)); break;
                case 'A': text = name_of(day_names, 7, when->tm_wday); break;
                case 'b':
                case 'h': snprintf(part, sizeof part, "%.3s", name_of(month_names, 12, when->tm_mon)); break;
                case 'B': text = name_of(month_names, 12, when->tm_mon); break;
                case 'c': strftime(part, sizeof part, "%a %b %e %H:%M:%S %Y", when); break;
                case 'C': snprintf(part, sizeof part, "%02d", (when->tm_year + 1900) / 100); break;
                case 'd': snprintf(part, sizeof part, "%02d", when->tm_mday); break;
                case 'D':
                case 'x': strftime(part, sizeof part, "%m/%d/%y", when); break;
                case 'e': snprintf(part, sizeof part, "%2d", when->tm_mday); break;
                case 'F': strftime(part, sizeof part, "%Y-%m-%d", when); break;
                case 'g':
                    iso_week(when, &year);
                    snprintf(part, sizeof part, "%02d", (year % 100 + 100) % 100);
                    break;
                case 'G':
                    iso_week(when, &year);
                    snprintf(part, sizeof part, "%d", year);
                    break;
                case 'H': snprintf(part, sizeof part, "%02d", when->tm_hour); break;
                case 'I': snprintf(part, sizeof part, "%02d", hour); break;
                case 'j': snprintf(part, sizeof part, "%03d", when->tm_yday + 1); break;
                case 'k': snprintf(part, sizeof part, "%2d", when->tm_hour); break;
                case 'l': snprintf(part, sizeof part, "%2d", hour); break;
                case 'm': snprintf(part, sizeof part, "%02d", when->tm_mon + 1); break;
                case 'M': snprintf(part, sizeof part, "%02d", when->tm_min); break;
                case 'n': text = "\n"; break;
                case 'p': text = when->tm_hour < 12 ? "AM" : "PM"; break;
                case 'P': text = when->tm_hour < 12 ? "am" : "pm"; break;
                case 'r': strftime(part, sizeof part, "%I:%M:%S %p", when); break;
                case 'R': strftime(part, sizeof part, "%H:%M", when); break;
                case 's': {
                    struct tm copy = *when;
                    snprintf(part, sizeof part, "%lld", (long long)mktime(&copy));
                    break;
                }
                case 'S': snprintf(part, sizeof part, "%02d", when->tm_sec); break;
                case 't': text = "\t"; break;
                case 'T':
                case 'X': strftime(part, sizeof part, "%H:%M:%S", when); break;
                case 'u': snprintf(part, sizeof part, "%d", when->tm_wday == 0 ? 7 : when->tm_wday); break;
                case 'U': snprintf(part, sizeof part, "%02d", week_of(when, 0)); break;
                case 'V': snprintf(part, sizeof part, "%02d", iso_week(when, &year)); break;
                case 'w': snprintf(part, sizeof part, "%d", when->tm_wday); break;
                case 'W': snprintf(part, sizeof part, "%02d", week_of(when, 1)); break;
                case 'y': snprintf(part, sizeof part, "%02d", (when->tm_year % 100 + 100) % 100); break;
                case 'Y': snprintf(part, sizeof part, "%d", when->tm_year + 1900); break;
                case 'z': {
                    long minutes = when->tm_gmtoff / 60, distance = minutes < 0 ? -minutes : minutes;
                    snprintf(part, sizeof part, "%c%04ld", when->tm_gmtoff < 0 ? '-' : '+', distance / 60 * 100 + distance % 60);
                    if (when->tm_isdst < 0) part[0] = 0;
                    break;
                }
                case 'Z': text = zone_of(when); break;
                case '%': text = "%"; break;
                default: __everypath_unsupported("strftime with an unknown conversion");
            }
        }
        size_t length = strlen(text);
        if (size <= length || count >= size - length) return 0;
        memcpy(to + count, text, length);
        count += length;
    }
    if (count >= size) return 0;
    to[count] = 0;
    return count;
}

char *asctime_r(const struct tm *when, char *to) {
    sprintf(to, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", name_of(day_names, 7, when->tm_wday),
            name_of(month_names, 12, when->tm_mon), when->tm_mday, when->tm_hour, when->tm_min, when->tm_sec,
            1900 + when->tm_year);
    return to;
}

static char time_text[64];
char *asctime(const struct tm *when) { return asctime_r(when, time_text); }

char *ctime_r(const time_t *when, char *to) {
    struct tm broken;
    return localtime_r(when, &broken) == NULL ? NULL : asctime_r(&broken, to);
}
char *ctime(const time_t *when) { return ctime_r(when, time_text); }
