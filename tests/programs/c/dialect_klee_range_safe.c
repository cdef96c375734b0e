// target: lp64
// expect: safe
#include <klee/klee.h>

int main(void) {
    int x = klee_range(10, 20, "x"), y = klee_int("y");
    if (x == 19 && y == 3) {
        klee_silent_exit(0);
    }
    klee_assert(x >= 10 && x < 20 && !(x == 19 && y == 3));
    return 0;
}
