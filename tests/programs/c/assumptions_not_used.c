// target: both
// flags: --world fixed --no-assumptions
// expect: safe
// assumed: none
#include <everypath.h>
#include <stdlib.h>

/* What no path makes use of is not assumed. */
int main(void) {
    int draws = 0;
    while (draws > 0) draws -= rand();
    return 0;
}
