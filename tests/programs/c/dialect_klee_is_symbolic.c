// target: lp64
// machine: no, the compiler computes with values as it likes
// expect: unsafe assertion
// line: 12
// replay: natively nothing is symbolic
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 3;
    klee_assert(!klee_is_symbolic(y));
    if (x == 4) {
        klee_assert(!klee_is_symbolic(x));
    }
    return 0;
}
