// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n"), sum = 0;
    everypath_assume(n <= 6);
    for (unsigned i = 1; i <= n; i++) sum += i;
    everypath_assert(2 * sum == n * (n + 1));
    return 0;
}
