// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>

/* No width cuts anything off, and none is left unfilled; the largest number has 309 digits. */
int main(void) {
    double x = everypath_double("x");
    int count = printf("%12.3f|%-8.1e|", x, x);
    everypath_assert((count >= 12 + 1 + 8 + 1) & (count <= 314 + 1 + 9 + 1));
    return 0;
}
