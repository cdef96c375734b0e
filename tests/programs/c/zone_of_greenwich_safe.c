// target: both
// expect: safe
// assumed: none
#include <everypath.h>
#include <string.h>
#include <time.h>

/* Greenwich time is the same everywhere. */
int main(void) {
    time_t when = 86400;
    struct tm date = *gmtime(&when);
    char name[8];
    everypath_assert(date.tm_mday == 2 && timegm(&date) == when && strcmp(date.tm_zone, "GMT") == 0);
    everypath_assert(strftime(name, sizeof name, "%Z", &date) == 3 && strcmp(name, "GMT") == 0);
    return 0;
}
