// target: both
// also: riscv
// expect: unsafe assertion
// line: 14
#include <everypath.h>
#include <math.h>

static volatile double near_two = 2 + 0x1p-30;

/* Of log gamma there are all digits next to 1 and 2, where it is 0. */
int main(void) {
    double scaled = lgamma(near_two) * 0x1p30;
    everypath_assert(scaled > 0.4227843353987 && scaled < 0.4227843353989);
    everypath_assert(scaled < 0.42278433539878);
    return 0;
}
