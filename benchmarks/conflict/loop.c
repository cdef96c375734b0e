/*
 * A loop of up to N rounds, with a branch in each, between two conditions that cannot hold together: the more rounds are allowed, the more
 * paths there are, and none of them matters.
 */
#include <everypath.h>

static volatile int sink;

int main(void) {
    int x = everypath_int("x"), rounds = everypath_int("rounds"), large = 0;
    if (x > 100) {
        sink = 3;
        large = 1;
    }
    for (int i = 0; i < N && i < rounds; i++) {
        if (everypath_int("side") > 0) sink = 1;
        else sink = 2;
    }
    everypath_assert(!large || x > 50);
    return 0;
}
