// target: lp64
// expect: safe
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 3;
    klee_assert(!klee_is_symbolic(y));
    if (x == 4) {
        klee_assert(klee_is_symbolic(x) || y == 3);
    }
    return 0;
}
