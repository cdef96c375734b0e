// target: both
// expect: safe
#include <everypath.h>
#include <time.h>

/* Whatever the time is, it has a place in the calendar. */
int main(void) {
    time_t now = time(NULL);
    struct tm broken_down;
    everypath_assume(now >= 0);
    everypath_assert(gmtime_r(&now, &broken_down) == &broken_down);
    everypath_assert(broken_down.tm_mday >= 1 && broken_down.tm_mday <= 31 && broken_down.tm_mon >= 0 && broken_down.tm_mon <= 11);
    everypath_assert(broken_down.tm_wday >= 0 && broken_down.tm_wday <= 6 && broken_down.tm_yday >= 0 && broken_down.tm_yday <= 365);
    everypath_assert(broken_down.tm_hour <= 23 && broken_down.tm_min <= 59 && broken_down.tm_sec <= 60);
    return 0;
}
