// target: lp64
// expect: unsafe assertion
// line: 15
// input: n = 3
#include <everypath.h>

static int next(void) {
    static int counter = 10;
    return counter++;
}

int main(void) {
    int n = everypath_range(0, 3, "n"), last = 9;
    for (int i = 0; i < n; i++) last = next();
    everypath_assert(last < 12);
    return 0;
}
