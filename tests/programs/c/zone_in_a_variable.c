// target: both
// expect: incomplete
#include <everypath.h>
#include <stdlib.h>
#include <time.h>

/* What a zone is, the library does not know. */
int main(void) {
    time_t when = 86400;
    setenv("TZ", "EST5", 1);
    everypath_assert(localtime(&when)->tm_hour == 19);
    return 0;
}
