// target: lp64
// expect: safe
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 5 & x < 9);
    klee_prefer_cex(&x, x == 8);
    klee_warning("not important");
    klee_assert(x >= 6);
    klee_assert(klee_is_symbolic(x) || x >= 6);
    return 0;
}
