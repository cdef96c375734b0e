// target: both
// flags: --unwind 4
// expect: safe
#include <everypath.h>

static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 4);
    everypath_assert(depth(n) == n);
    return 0;
}
