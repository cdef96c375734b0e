// target: lp64
// expect: safe
// paths: 11
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n");
    volatile unsigned i = 0;
    everypath_assume(n <= 10);
    while (i < n) i++;
    everypath_assert(i == n);
    return 0;
}
