// target: lp64
// expect: incomplete
#include <everypath.h>
#include <pthread.h>

static void *run(void *argument) { return argument; }

int main(void) {
    pthread_t thread;
    if (everypath_int("x") == 3) return pthread_create(&thread, 0, run, 0);
    return 0;
}
