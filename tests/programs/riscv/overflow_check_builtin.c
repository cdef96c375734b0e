// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned a = everypath_unsigned("a"), b = everypath_unsigned("b"), sum;
    if (__builtin_add_overflow(a, b, &sum)) return 0;
    everypath_assert((sum >= a) & (sum >= b));
    return 0;
}
