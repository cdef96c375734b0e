// target: both
// flags: --world fixed --no-assumptions
// expect: safe
// assumed: none
#include <everypath.h>
#include <stdlib.h>

/* What no path makes use of is not assumed. */
int main(void) {
    unsigned size;
    everypath_make_symbolic(&size, sizeof size, "size");
    if (size > 4 && size < 3) return rand();
    return 0;
}
