// target: both
// also: riscv
// expect: safe
#include <everypath.h>
#include <threads.h>

static __thread int calls;
_Thread_local int sum = 3;

static int next(void) {
    static thread_local int state = 7;
    return ++state;
}

int main(void) {
    _Bool twice = everypath_int("twice") == 1;
    everypath_assert(next() == 8 && next() == 9);
    for (int i = 0; i <= twice; i++) sum += ++calls;
    everypath_assert(sum == (twice ? 6 : 4));
    return 0;
}
