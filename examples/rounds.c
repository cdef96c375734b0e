/*
 * A loop without a bound, on which the assertion does not depend.
 */
#include <everypath.h>

static volatile unsigned last;

int main(void) {
    int x = everypath_int("x"), large = 0;
    unsigned rounds = everypath_unsigned("rounds");
    if (x > 100) large = 1;
    for (unsigned i = 0; i < rounds; i++) last = i;
    if (large) everypath_assert(x > 50);
    return 0;
}
