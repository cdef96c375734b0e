// expect: incomplete
// machine: safe
#include <everypath.h>

/* Ends where signed numbers wrap around: machine code does that, C does not say it. */
int main(void) {
    int x = everypath_i32("x");
    while (x > 1)
        x = 2 * x;
    return 0;
}
