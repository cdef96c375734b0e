// target: both
// expect: safe
// paths: 4
#include <everypath.h>

int main(void) {
    unsigned failures = everypath_unsigned("failures"), attempts = 0;
retry:
    attempts++;
    if (attempts <= failures) {
        if (attempts == 3) goto give_up;
        goto retry;
    }
    everypath_assert(failures < 3);
    return 0;
give_up:
    everypath_assert((failures >= 3) & (attempts == 3));
    return 1;
}
