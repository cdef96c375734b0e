// target: both
// expect: unsafe assertion
// line: 12
// replay: no
#include <everypath.h>
#include <sys/resource.h>

/* Some of the time may be the system's. */
int main(void) {
    struct rusage used;
    everypath_assert(getrusage(RUSAGE_SELF, &used) == 0);
    everypath_assert(used.ru_stime.tv_sec == 0);
    return 0;
}
