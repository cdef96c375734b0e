/*
 * N branches that do not matter, between the two conditions that cannot hold together: 2^N paths, and one reason for all of them.
 * A volatile variable keeps branches branches; that x < z follows from the others, no pass of a compiler knows.
 */
#include <everypath.h>

static volatile int sink;

#define ONE if (everypath_int("side") > 0) sink = 1; else sink = 2;
#define TWO ONE ONE
#define FOUR TWO TWO
#define EIGHT FOUR FOUR
#define SIXTEEN EIGHT EIGHT

int main(void) {
    int x = everypath_int("x"), y = everypath_int("y"), z = everypath_int("z"), ordered = 0;
    if ((x < y) & (y < z)) {
        sink = 3;
        ordered = 1;
    }
#if N & 1
    ONE
#endif
#if N & 2
    TWO
#endif
#if N & 4
    FOUR
#endif
#if N & 8
    EIGHT
#endif
#if N & 16
    SIXTEEN
#endif
    everypath_assert(!ordered || x < z);
    return 0;
}
