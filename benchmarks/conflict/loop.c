/*
 * A loop of up to N rounds, with a branch in each, between two conditions that cannot hold together: the more rounds are allowed, the more
 * paths there are, and none of them matters.
 */
#include <everypath.h>

static volatile int sink;

int main(void) {
    int x = everypath_int("x"), y = everypath_int("y"), z = everypath_int("z"), ordered = 0;
    int rounds = everypath_int("rounds");
    if ((x < y) & (y < z)) {
        sink = 3;
        ordered = 1;
    }
    for (int i = 0; i < N && i < rounds; i++) {
        if (everypath_int("side") > 0) sink = 1;
        else sink = 2;
    }
    everypath_assert(!ordered || x < z);
    return 0;
}
