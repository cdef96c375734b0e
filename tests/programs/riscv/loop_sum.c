// target: both
// expect: safe
// paths: 9
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n"), sum = 0;
    everypath_assume(n <= 8);
    for (unsigned i = 1; i <= n; i++) sum += i;
    everypath_assert(sum * 2 == n * (n + 1));
    return 0;
}
