// target: lp64
// expect: unsafe
#include <assert.h>
#include <everypath.h>

/* It is after 2,147,483,648 steps, or when it is halved often enough. */
int main(void) {
    unsigned divisor = 1, quotient = 0;
    while (everypath_bool("more")) {
        quotient = everypath_unsigned("value") / divisor;
        if (everypath_bool("half")) divisor /= 2;
        else divisor += 2;
    }
    return quotient != 0;
}
