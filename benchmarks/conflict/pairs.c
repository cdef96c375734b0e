/*
 * N branches first and N checks later, each about one of the branches: 2^N paths, and for each check a reason on both sides of its
 * branch. What was learnt about one of them holds whatever the others do.
 */
#include <everypath.h>

static volatile int sink;

int main(void) {
#define BRANCH(i) \
    int x##i = everypath_int("x"), y##i = everypath_int("y"), z##i = everypath_int("z"), ordered##i; \
    if ((x##i < y##i) & (y##i < z##i)) { \
        sink = 1; \
        ordered##i = 1; \
    } else { \
        sink = 2; \
        ordered##i = 0; \
    }
#define CHECK(i) everypath_assert(!ordered##i || x##i < z##i);
    BRANCH(0) BRANCH(1)
#if N > 2
    BRANCH(2) BRANCH(3)
#endif
#if N > 4
    BRANCH(4) BRANCH(5)
#endif
#if N > 6
    BRANCH(6) BRANCH(7)
#endif
#if N > 8
    BRANCH(8) BRANCH(9)
#endif
#if N > 10
    BRANCH(10) BRANCH(11)
#endif
    CHECK(0) CHECK(1)
#if N > 2
    CHECK(2) CHECK(3)
#endif
#if N > 4
    CHECK(4) CHECK(5)
#endif
#if N > 6
    CHECK(6) CHECK(7)
#endif
#if N > 8
    CHECK(8) CHECK(9)
#endif
#if N > 10
    CHECK(10) CHECK(11)
#endif
    return 0;
}
