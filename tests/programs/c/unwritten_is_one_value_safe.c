// target: both
// machine: no, the compiler takes what was not written for anything
// expect: safe
// What a variable has that was never written is unknown, but it is one value: every read gives the same.
#include <everypath.h>

static void same(int a, int b) { everypath_assert(a == b); }

int main(void) {
    int x, y, first = 0, sides = 0;
    everypath_assert(x == x);
    if (x > 0) sides++;
    if (x <= 0) sides++;
    everypath_assert(sides == 1);
    same(x, x);
    if (everypath_bool("written")) y = 3;
    for (int i = 0; i < 2; i++) {
        if (i == 0) first = y;
        everypath_assert(y == first);
    }
    return 0;
}
