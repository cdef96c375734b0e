// target: both
// expect: unsafe assertion
// line: 12
// replay: no, the alarm is set back at once
#include <everypath.h>
#include <unistd.h>

/* Nobody knows how much time has passed. */
int main(void) {
    alarm(1000);
    unsigned left = alarm(0);
    everypath_assert(left == 1000);
    return 0;
}
