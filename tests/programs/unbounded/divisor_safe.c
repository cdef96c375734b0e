// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

/* What is divided by is never 0. */
int main(void) {
    unsigned divisor = 1, quotient = 0;
    while (everypath_bool("more")) {
        quotient = everypath_unsigned("value") / divisor;
        divisor += 2;
    }
    return quotient != 0;
}
