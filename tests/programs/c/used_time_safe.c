// target: both
// expect: safe
// assumed: system
#include <everypath.h>
#include <sys/resource.h>
#include <sys/times.h>

/* The time that a process has used is known, and does not become less. */
int main(void) {
    struct rusage first, second;
    getrusage(RUSAGE_SELF, &first);
    getrusage(RUSAGE_SELF, &second);
    everypath_assert(first.ru_utime.tv_sec >= 0 && first.ru_utime.tv_usec >= 0 && first.ru_utime.tv_usec < 1000000);
    everypath_assert(second.ru_utime.tv_sec >= first.ru_utime.tv_sec);
    struct tms times_used;
    times(&times_used);
    everypath_assert(times_used.tms_utime >= 0 && times_used.tms_stime >= 0);
    return 0;
}
