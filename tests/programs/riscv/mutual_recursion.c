// target: both
// expect: unsafe assertion
// line: 16
// input: n = 10
#include <everypath.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 10);
    int even = is_even(n);
    everypath_assert(even == ((n & 1) == 0));
    everypath_assert(!even | (n < 10));
    return 0;
}
