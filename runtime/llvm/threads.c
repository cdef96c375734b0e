/*
 * <pthread.h>, <semaphore.h>, <threads.h>: what of them means something to a program of one thread.
 *
 * There is no other thread: pthread_create() and thrd_create() are cuts (crates/llvm/src/missing.rs). So a lock is a mark, and waiting
 * for what only another thread could do ends the path with a cut. Attributes are kept where they change what one thread sees.
 */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static _Noreturn void waits_for_ever(void) { __everypath_unsupported("waiting for another thread, of which there is none"); }

/* Mutexes. The kind is what the attribute says: normal, recursive or one that checks for errors; flags lie above it. */

static int kind_of_mutex(const pthread_mutex_t *mutex) { return mutex->__data.__kind & 3; }

static int *kind_of_attribute(const pthread_mutexattr_t *attribute) { return (int *)(void *)attribute; }

int pthread_mutexattr_init(pthread_mutexattr_t *attribute) {
    *kind_of_attribute(attribute) = PTHREAD_MUTEX_DEFAULT;
    return 0;
}
int pthread_mutexattr_destroy(pthread_mutexattr_t *attribute) {
    (void)attribute;
    return 0;
}
int pthread_mutexattr_settype(pthread_mutexattr_t *attribute, int kind) {
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
    *kind_of_attribute(attribute) = kind;
    return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attribute, int *kind) {
    *kind = *kind_of_attribute(attribute);
    return 0;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attribute) {
    memset(mutex, 0, sizeof *mutex);
    if (attribute != NULL) mutex->__data.__kind = *kind_of_attribute(attribute);
    return 0;
}
int pthread_mutex_destroy(pthread_mutex_t *mutex) { return mutex->__data.__count != 0 ? EBUSY : 0; }

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    if (mutex->__data.__count != 0 && kind_of_mutex(mutex) != PTHREAD_MUTEX_RECURSIVE) return EBUSY;
    if (mutex->__data.__count == (unsigned)-1) return EAGAIN;
    mutex->__data.__count++;
    mutex->__data.__lock = 1;
    return 0;
}
int pthread_mutex_lock(pthread_mutex_t *mutex) {
    int result = pthread_mutex_trylock(mutex);
    if (result != EBUSY) return result;
    if (kind_of_mutex(mutex) == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
    waits_for_ever();
}
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
    (void)until;
    int result = pthread_mutex_trylock(mutex);
    if (result != EBUSY) return result;
    return kind_of_mutex(mutex) == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : ETIMEDOUT;
}

/* To unlock what is not locked is an error that two kinds report, and undefined for the others. */
int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    if (mutex->__data.__count == 0) {
        int kind = kind_of_mutex(mutex);
        if (kind == PTHREAD_MUTEX_ERRORCHECK || kind == PTHREAD_MUTEX_RECURSIVE) return EPERM;
        __everypath_check("invalid-call", 0);
        __everypath_unsupported("unlocking a mutex that is not locked");
    }
    mutex->__data.__lock = --mutex->__data.__count != 0;
    return 0;
}

/* Condition variables: nobody waits, so there is nobody to wake up. */

int pthread_condattr_init(pthread_condattr_t *attribute) {
    memset(attribute, 0, sizeof *attribute);
    return 0;
}
int pthread_condattr_destroy(pthread_condattr_t *attribute) {
    (void)attribute;
    return 0;
}
int pthread_condattr_setclock(pthread_condattr_t *attribute, clockid_t clock) {
    (void)attribute;
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? 0 : EINVAL;
}
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attribute) {
    (void)attribute;
    memset(condition, 0, sizeof *condition);
    return 0;
}
int pthread_cond_destroy(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}
int pthread_cond_signal(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}
int pthread_cond_broadcast(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    (void)condition, (void)mutex;
    waits_for_ever();
}
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
    (void)condition, (void)mutex, (void)until;
    (void)__everypath_assumes("system");
    return ETIMEDOUT;
}

/* Locks for readers and a writer. */

int pthread_rwlockattr_init(pthread_rwlockattr_t *attribute) {
    memset(attribute, 0, sizeof *attribute);
    return 0;
}
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attribute) {
    (void)attribute;
    return 0;
}
int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attribute) {
    (void)attribute;
    memset(lock, 0, sizeof *lock);
    return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    (void)lock;
    return 0;
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    if (lock->__data.__writers != 0) return EBUSY;
    lock->__data.__readers++;
    return 0;
}
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    if (lock->__data.__writers != 0 || lock->__data.__readers != 0) return EBUSY;
    lock->__data.__writers = 1;
    return 0;
}
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : EDEADLK; }
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    if (pthread_rwlock_trywrlock(lock) == 0) return 0;
    if (lock->__data.__writers != 0) return EDEADLK;
    waits_for_ever();
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
    (void)until;
    return pthread_rwlock_rdlock(lock);
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
    (void)until;
    if (pthread_rwlock_trywrlock(lock) == 0) return 0;
    return lock->__data.__writers != 0 ? EDEADLK : ETIMEDOUT;
}
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    if (lock->__data.__writers != 0) {
        lock->__data.__writers = 0;
    } else if (lock->__data.__readers != 0) {
        lock->__data.__readers--;
    } else {
        __everypath_check("invalid-call", 0);
        __everypath_unsupported("unlocking a lock that is not locked");
    }
    return 0;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    (void)shared;
    *lock = 0;
    return 0;
}
int pthread_spin_destroy(pthread_spinlock_t *lock) {
    (void)lock;
    return 0;
}
int pthread_spin_trylock(pthread_spinlock_t *lock) {
    if (*lock != 0) return EBUSY;
    *lock = 1;
    return 0;
}
int pthread_spin_lock(pthread_spinlock_t *lock) {
    if (pthread_spin_trylock(lock) != 0) waits_for_ever();
    return 0;
}
int pthread_spin_unlock(pthread_spinlock_t *lock) {
    *lock = 0;
    return 0;
}

/* Semaphores: a counter in the first bytes. */

static unsigned *count_of(sem_t *semaphore) { return (unsigned *)(void *)semaphore; }

int sem_init(sem_t *semaphore, int shared, unsigned value) {
    (void)shared;
    if (value > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    *count_of(semaphore) = value;
    return 0;
}
int sem_destroy(sem_t *semaphore) {
    (void)semaphore;
    return 0;
}
int sem_getvalue(sem_t *semaphore, int *value) {
    *value = (int)*count_of(semaphore);
    return 0;
}
int sem_post(sem_t *semaphore) {
    if (*count_of(semaphore) == SEM_VALUE_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    ++*count_of(semaphore);
    return 0;
}
static int take_semaphore(sem_t *semaphore, int error) {
    if (*count_of(semaphore) == 0) {
        errno = error;
        return -1;
    }
    --*count_of(semaphore);
    return 0;
}
int sem_trywait(sem_t *semaphore) { return take_semaphore(semaphore, EAGAIN); }
int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
    (void)until;
    return take_semaphore(semaphore, ETIMEDOUT);
}
int sem_wait(sem_t *semaphore) {
    if (*count_of(semaphore) == 0) waits_for_ever();
    return sem_trywait(semaphore);
}

/* The one thread, and what belongs to it. */

#define MOST_KEYS 128

static struct {
    _Bool used;
    void (*destructor)(void *);
    const void *value;
} keys[MOST_KEYS];

pthread_t pthread_self(void) { return 1; }
int pthread_equal(pthread_t left, pthread_t right) { return left == right; }

int pthread_once(pthread_once_t *once, void (*action)(void)) {
    if (*once == PTHREAD_ONCE_INIT) {
        *once = 1;
        action();
        *once = 2;
    } else if (*once == 1) {
        waits_for_ever();
    }
    return 0;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    for (unsigned i = 0; i < MOST_KEYS; i++) {
        if (keys[i].used) continue;
        keys[i].used = 1;
        keys[i].destructor = destructor;
        keys[i].value = NULL;
        *key = i;
        return 0;
    }
    return EAGAIN;
}
int pthread_key_delete(pthread_key_t key) {
    if (key >= MOST_KEYS || !keys[key].used) return EINVAL;
    keys[key].used = 0;
    return 0;
}
void *pthread_getspecific(pthread_key_t key) {
    return key < MOST_KEYS && keys[key].used ? (void *)keys[key].value : NULL;
}
int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= MOST_KEYS || !keys[key].used) return EINVAL;
    keys[key].value = value;
    return 0;
}

/* The last thread ends: values that have destructors are given to them, at most so often as POSIX wants, then the process exits. */
void pthread_exit(void *result) {
    (void)result;
    for (int round = 0; round < 4; round++) {
        for (unsigned i = 0; i < MOST_KEYS; i++) {
            const void *value = keys[i].value;
            if (!keys[i].used || keys[i].destructor == NULL || value == NULL) continue;
            keys[i].value = NULL;
            keys[i].destructor((void *)value);
        }
    }
    exit(0);
}

int pthread_join(pthread_t thread, void **result) {
    (void)result;
    return thread == pthread_self() ? EDEADLK : ESRCH;
}
int pthread_detach(pthread_t thread) { return thread == pthread_self() ? 0 : ESRCH; }
int pthread_setcancelstate(int state, int *before) {
    static int present = PTHREAD_CANCEL_ENABLE;
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
    if (before != NULL) *before = present;
    present = state;
    return 0;
}
int pthread_setcanceltype(int type, int *before) {
    static int present = PTHREAD_CANCEL_DEFERRED;
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
    if (before != NULL) *before = present;
    present = type;
    return 0;
}
void pthread_testcancel(void) {}
int pthread_sigmask(int how, const sigset_t *change, sigset_t *before) {
    return sigprocmask(how, change, before) == 0 ? 0 : EINVAL;
}
int pthread_kill(pthread_t thread, int number) {
    if (thread != pthread_self()) return ESRCH;
    if (number == 0) return 0;
    return raise(number) == 0 ? 0 : EINVAL;
}
int pthread_getconcurrency(void) { return 0; }

int pthread_attr_init(pthread_attr_t *attributes) {
    memset(attributes, 0, sizeof *attributes);
    return 0;
}
int pthread_attr_destroy(pthread_attr_t *attributes) {
    (void)attributes;
    return 0;
}
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
    (void)attributes;
    return state == PTHREAD_CREATE_JOINABLE || state == PTHREAD_CREATE_DETACHED ? 0 : EINVAL;
}

/* <threads.h>: the same under other names. */

static int as_thread_result(int error) {
    switch (error) {
        case 0: return thrd_success;
        case EBUSY: return thrd_busy;
        case ENOMEM: return thrd_nomem;
        case ETIMEDOUT: return thrd_timedout;
        default: return thrd_error;
    }
}

static pthread_mutex_t *as_mutex(mtx_t *mutex) { return (pthread_mutex_t *)(void *)mutex; }

int mtx_init(mtx_t *mutex, int kind) {
    if ((kind & ~(mtx_timed | mtx_recursive)) != 0) return thrd_error;
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    if (kind & mtx_recursive) pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
    return as_thread_result(pthread_mutex_init(as_mutex(mutex), &attribute));
}
int mtx_lock(mtx_t *mutex) { return as_thread_result(pthread_mutex_lock(as_mutex(mutex))); }
int mtx_trylock(mtx_t *mutex) { return as_thread_result(pthread_mutex_trylock(as_mutex(mutex))); }
int mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
    return as_thread_result(pthread_mutex_timedlock(as_mutex(mutex), until));
}
int mtx_unlock(mtx_t *mutex) { return as_thread_result(pthread_mutex_unlock(as_mutex(mutex))); }
void mtx_destroy(mtx_t *mutex) { pthread_mutex_destroy(as_mutex(mutex)); }

int cnd_init(cnd_t *condition) {
    memset(condition, 0, sizeof *condition);
    return thrd_success;
}
void cnd_destroy(cnd_t *condition) { (void)condition; }
int cnd_signal(cnd_t *condition) {
    (void)condition;
    return thrd_success;
}
int cnd_broadcast(cnd_t *condition) {
    (void)condition;
    return thrd_success;
}
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
    (void)condition, (void)mutex;
    waits_for_ever();
}
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
    (void)condition, (void)mutex, (void)until;
    (void)__everypath_assumes("system");
    return thrd_timedout;
}

void call_once(once_flag *once, void (*action)(void)) { pthread_once((pthread_once_t *)(void *)once, action); }

int tss_create(tss_t *key, tss_dtor_t destructor) { return as_thread_result(pthread_key_create(key, destructor)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return as_thread_result(pthread_setspecific(key, value)); }

thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t left, thrd_t right) { return left == right; }
void thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }
int thrd_join(thrd_t thread, int *result) {
    (void)thread, (void)result;
    return thrd_error;
}
int thrd_detach(thrd_t thread) { return as_thread_result(pthread_detach(thread)); }
void thrd_yield(void) {}
int thrd_sleep(const struct timespec *duration, struct timespec *left) {
    return nanosleep(duration, left) == 0 ? 0 : -2;
}
