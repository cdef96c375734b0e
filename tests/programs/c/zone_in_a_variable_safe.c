// target: both
// expect: safe
// assumed: enough-memory
#include <everypath.h>
#include <stdlib.h>
#include <time.h>

/* Where the program says that local time is UTC, nothing is assumed about it. */
int main(void) {
    time_t when = 86400;
    if (setenv("TZ", "UTC0", 1) != 0) return 0;
    everypath_assert(localtime(&when)->tm_hour == 0);
    tzset();
    everypath_assert(timezone == 0 && daylight == 0);
    return 0;
}
