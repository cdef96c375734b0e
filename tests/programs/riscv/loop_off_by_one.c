// target: both
// expect: unsafe assertion
// line: 12
// input: n = 6
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 6);
    unsigned steps = 0;
    for (unsigned i = 0; i <= n; i++) steps++;
    everypath_assert(steps <= 6);
    return 0;
}
