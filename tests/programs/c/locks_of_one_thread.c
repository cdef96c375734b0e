// target: both
// expect: unsafe invalid-call
// line: 16
// input: twice = 1
// replay: the system's function does not look
#include <everypath.h>
#include <pthread.h>

/* To unlock a plain mutex that is not locked is undefined. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    _Bool twice = everypath_int("twice") == 1;
    everypath_assert(pthread_mutex_lock(&lock) == 0);
    everypath_assert(pthread_mutex_unlock(&lock) == 0);
    if (twice) pthread_mutex_unlock(&lock);
    return 0;
}
