// target: lp64
// expect: safe
// assumed: system
// POSIX lets such a wait end before, for no reason.
#include <errno.h>
#include <everypath.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
    struct timespec until = {everypath_range(0, 9, "until"), 0};
    pthread_mutex_lock(&lock);
    everypath_assert(pthread_cond_timedwait(&changed, &lock, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    return 0;
}
