// target: lp64
// expect: safe
// paths: 8
#include <everypath.h>

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n < 8);
    everypath_assert(even(n) == (n % 2 == 0));
    return 0;
}
