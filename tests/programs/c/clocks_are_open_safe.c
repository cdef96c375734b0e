// target: both
// expect: safe
#include <everypath.h>
#include <time.h>
#include <unistd.h>

/* Clocks that nobody sets never go back where they are known, and a process keeps its number. */
int main(void) {
    struct timespec start, again;
    clock_gettime(CLOCK_MONOTONIC, &start);
    clock_gettime(CLOCK_MONOTONIC, &again);
    everypath_assert(again.tv_sec > start.tv_sec || (again.tv_sec == start.tv_sec && again.tv_nsec >= start.tv_nsec));
    clock_t before = clock(), after = clock();
    everypath_assert(before == -1 || after == -1 || before <= after);
    everypath_assert(getpid() > 0 && getpid() == getpid());
    return 0;
}
