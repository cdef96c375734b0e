// target: lp64
// expect: incomplete
#include <everypath.h>
#include <stdlib.h>

static unsigned calls;

static void called(void) { calls++; }

int main(void) {
    for (int i = 0; i < 300; i++)
        everypath_assert(atexit(called) == 0);
    return 0;
}
