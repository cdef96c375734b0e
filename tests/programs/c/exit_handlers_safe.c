// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

static int order, x;

static void last(void) {
    everypath_assert(order == 1);
}
static void first(void) { order++; }

int main(void) {
    x = everypath_int("x");
    atexit(last);
    atexit(first);
    if (x > 0) exit(0);
    return 0;
}
