// target: both
// expect: safe
// paths: 1
// The average without overflow lies between its arguments.
#include <everypath.h>

int main(void) {
    unsigned a = everypath_unsigned("a"), b = everypath_unsigned("b");
    everypath_assume(a <= b);
    unsigned average = (a & b) + ((a ^ b) >> 1);
    everypath_assert((a <= average) & (average <= b));
    return 0;
}
