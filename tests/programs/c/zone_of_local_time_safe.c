// target: both
// expect: safe
// assumed: system
#include <assert.h>
#include <string.h>
#include <time.h>

/* Local time is UTC, where nothing says otherwise: that is said. */
int main(void) {
    time_t when = 1000000000;
    struct tm greenwich = *gmtime(&when), local = *localtime(&when);
    assert(local.tm_hour == greenwich.tm_hour && local.tm_mday == greenwich.tm_mday && mktime(&local) == when);
    char name[8], shift[8];
    assert(strftime(name, sizeof name, "%Z", &local) == 3 && strcmp(name, "UTC") == 0);
    local.tm_isdst = 1;
    assert(mktime(&local) == when - 3600 && local.tm_isdst == 0);
    local.tm_gmtoff = -5400;
    assert(strftime(shift, sizeof shift, "%z", &local) == 5 && strcmp(shift, "-0130") == 0);
    return 0;
}
