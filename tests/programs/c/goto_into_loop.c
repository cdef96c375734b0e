// target: lp64
// expect: unsafe assertion
// line: 13
// input: n = 5
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n"), i = 0, sum = 0;
    if (n > 5) goto out;
again:
    sum += i;
    if (i++ < n) goto again;
    everypath_assert(sum < 15);
out:
    return 0;
}
