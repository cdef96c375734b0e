// target: lp64
// expect: incomplete
#include <everypath.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&lock);
    if (everypath_int("x") == 3) pthread_cond_wait(&changed, &lock);
    return 0;
}
