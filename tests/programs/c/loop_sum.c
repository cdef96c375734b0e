// target: both
// expect: unsafe assertion
// line: 11
// input: n = 6
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n"), sum = 0;
    everypath_assume(n <= 6);
    for (unsigned i = 1; i <= n; i++) sum += i;
    everypath_assert(sum != 21);
    return 0;
}
