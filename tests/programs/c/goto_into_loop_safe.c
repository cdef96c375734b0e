// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n"), i = 0, sum = 0;
    if (n > 5) goto out;
again:
    sum += i;
    if (i++ < n) goto again;
    everypath_assert(sum == n * (n + 1) / 2);
out:
    return 0;
}
