// target: both
// expect: unsafe write-to-read-only
// line: 10
#include <klee/klee.h>

static const int limit = 23;

int main(void) {
    /* What is constant cannot become an input. */
    klee_make_symbolic((void *)&limit, sizeof limit, "limit");
    return limit > 20 ? 0 : 1;
}
