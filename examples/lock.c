/*
 * A driver that holds a lock while it works, and checks each time that it is free or held as it should be. Which way a request takes
 * depends on inputs; what the lock is at each place does not.
 */
#include <everypath.h>

enum { FREE, HELD };

static int lock = FREE;

static void acquire(void) {
    everypath_assert(lock == FREE);
    lock = HELD;
}

static void release(void) {
    everypath_assert(lock == HELD);
    lock = FREE;
}

int main(void) {
    int request = everypath_int("request");
    int status = -1;
    acquire();
    if (request == 1 || request == 2) {
        release();
        status = everypath_int("answer") > 0 ? 0 : 1;
        if (status == 0) acquire();
    }
    if (status != 1) release();
    everypath_assert(lock == FREE);
    return 0;
}
