// target: both
// also: riscv
// expect: unsafe assertion
// line: 13
// replay: no, the real clock is not set back
#include <everypath.h>
#include <time.h>

/* The time of day may be any, and may be set back. */
int main(void) {
    time_t start = time(NULL), again = time(NULL);
    everypath_assert(start >= -1);
    everypath_assert(again >= start);
    return 0;
}
