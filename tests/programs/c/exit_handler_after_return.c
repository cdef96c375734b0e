// target: both
// also: riscv
// expect: unsafe assertion
// line: 10
#include <everypath.h>
#include <stdlib.h>

static int x;

static void last(void) { everypath_assert(x != 3); }

int main(void) {
    x = everypath_int("x");
    atexit(last);
    return 0;
}
