// target: both
// flags: --property no-overflow
// expect: unsafe invalid-shift
// line: 9
#include <everypath.h>

/* C17 6.5.7p4: the product with a power of two must fit, as with other operators. */
int main(void) {
    return everypath_range(1024, 2000, "x") << everypath_range(0, 21, "z");
}
