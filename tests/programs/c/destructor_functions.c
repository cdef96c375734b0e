// target: both
// also: riscv
// expect: unsafe assertion
// line: 14
#include <everypath.h>
#include <stdlib.h>

static int stage;

__attribute__((constructor)) static void prepare(void) { stage = everypath_int("x") & 1; }

// Behind the handlers, the one of the lower number last.
__attribute__((destructor(200))) static void first(void) { stage = stage == 3 ? 4 : 0; }
__attribute__((destructor(150))) static void last(void) { everypath_assert(stage != 4); }

static void handler(void) { stage = stage == 2 ? 3 : 0; }

int main(void) {
    atexit(handler);
    if (stage == 1) {
        stage = 2;
        exit(0);
    }
    return 0;
}
