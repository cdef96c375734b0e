// target: both
// expect: incomplete
#include <everypath.h>
#include <stdio.h>

/* The digits of any number would have to be in the file. */
int main(void) {
    double x = everypath_double("x");
    if (freopen("printed", "w", stdout) == NULL) return 0;
    printf("%f", x);
    return 0;
}
