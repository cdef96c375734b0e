// target: both
// expect: unsafe assertion
// input: x = 12
// The value of an expression as a constant: each of a few is followed, and the expression is that value.
#include <klee/klee.h>

int main(void) {
    int x;
    long long wide;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&wide, sizeof wide, "wide");
    klee_assume(x > 10 & x < 14);
    klee_assume(wide == -7 | wide == 1LL << 40);
    int value = klee_get_value_i32(x);
    klee_assert(!klee_is_symbolic(value));
    klee_assert(value == x);
    long long twice = 2 * klee_get_valuell(wide);
    klee_assert(twice == -14 || twice == 1LL << 41);
    klee_assert(value != 12);
    return 0;
}
