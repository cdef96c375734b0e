// target: both
// expect: unsafe assertion
// line: 11
#include <everypath.h>
#include <stdio.h>

/* The run on the inputs prints 309 digits, which takes ten thousands of instructions; the path leaves them out. */
int main(void) {
    double x = everypath_double("x");
    printf("%f\n", x);
    everypath_assert(!(x > 1e300));
    return 0;
}
