// target: both
// expect: safe
#include <errno.h>
#include <everypath.h>
#include <stdlib.h>
#include <time.h>

/* Zero is no alignment, and 77 is no clock. */
int main(void) {
    size_t alignment = 0;
    struct timespec resolution;
    everypath_assert(aligned_alloc(alignment, 8) == NULL && errno == EINVAL);
    errno = 0;
    everypath_assert(clock_getres(77, &resolution) == -1 && errno == EINVAL);
    everypath_assert(clock_getres(CLOCK_MONOTONIC, &resolution) == 0);
    return 0;
}
