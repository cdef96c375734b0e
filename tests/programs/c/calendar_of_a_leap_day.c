// target: both
// also: riscv
// expect: unsafe assertion
// line: 14
// replay: no
#include <everypath.h>
#include <time.h>

/* The last day of a leap year is day 365 of it. */
int main(void) {
    time_t now = time(NULL);
    everypath_assume(now >= 978134400 && now < 978393600);
    struct tm *broken_down = gmtime(&now);
    everypath_assert(broken_down->tm_yday != 365 || broken_down->tm_mon == 11 && broken_down->tm_mday != 31);
    return 0;
}
