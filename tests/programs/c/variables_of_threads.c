// target: both
// also: riscv
// expect: unsafe assertion
// line: 22
// input: n = 4
#include <everypath.h>
#include <threads.h>

/* The only thread has one of each, which begins as it is initialised and keeps its value between calls. */
static __thread int calls;
_Thread_local int sum = 3;

static int next(void) {
    static thread_local int state = 7;
    return ++state;
}

int main(void) {
    int n = everypath_int("n");
    everypath_assert(next() == 8 && next() == 9);
    calls += n, sum += calls;
    everypath_assert(sum != 7);
    return 0;
}
