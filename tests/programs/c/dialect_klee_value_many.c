// target: lp64
// expect: incomplete
// paths: 16
// Of many values some are followed, and a cut tells.
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assert(klee_get_value_i32(x) == x);
    return 0;
}
