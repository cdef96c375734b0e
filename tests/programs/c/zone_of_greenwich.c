// target: both
// expect: unsafe assertion
// line: 13
#include <everypath.h>
#include <string.h>
#include <time.h>

/* Its name is GMT, as in glibc. */
int main(void) {
    time_t when = 86400;
    struct tm date = *gmtime(&when);
    everypath_assert(date.tm_mday == 2 && timegm(&date) == when);
    everypath_assert(strcmp(date.tm_zone, "UTC") == 0);
    return 0;
}
