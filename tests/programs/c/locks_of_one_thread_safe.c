// target: both
// expect: safe
#include <errno.h>
#include <everypath.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

static int calls;
static void count(void) { calls++; }

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutex_t checked;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &kind);
    everypath_assert(pthread_mutex_unlock(&checked) == EPERM);
    everypath_assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK);
    mtx_t nested;
    mtx_init(&nested, mtx_plain | mtx_recursive);
    everypath_assert(mtx_lock(&nested) == thrd_success && mtx_trylock(&nested) == thrd_success);
    mtx_unlock(&nested);
    mtx_unlock(&nested);
    sem_t free_places;
    sem_init(&free_places, 0, 1);
    everypath_assert(sem_wait(&free_places) == 0 && sem_trywait(&free_places) == -1 && errno == EAGAIN);
    static once_flag once = ONCE_FLAG_INIT;
    call_once(&once, count);
    call_once(&once, count);
    tss_t own;
    tss_create(&own, 0);
    tss_set(own, &calls);
    everypath_assert(calls == 1 && tss_get(own) == &calls);
    return 0;
}
