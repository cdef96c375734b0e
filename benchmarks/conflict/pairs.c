/*
 * N branches first and N checks later, each about one of the branches: 2^N paths, and for each check a reason on both sides of its
 * branch. What was learnt about one of them holds whatever the others do.
 */
#include <everypath.h>

static volatile int sink;

int main(void) {
#define BRANCH(i) \
    int x##i = everypath_int("x"), large##i; \
    if (x##i > 100) { \
        sink = 1; \
        large##i = 1; \
    } else { \
        sink = 2; \
        large##i = 0; \
    }
#define CHECK(i) everypath_assert(!large##i || x##i > 50);
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
