// target: both
// expect: unsafe invalid-shift
// line: 10
// example: n = 32
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 32);
    unsigned bit = 1u << n;
    everypath_assert(bit != 0);
    return 0;
}
