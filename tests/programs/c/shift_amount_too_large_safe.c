// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n < 32);
    unsigned bit = 1u << n;
    everypath_assert(bit != 0);
    return 0;
}
