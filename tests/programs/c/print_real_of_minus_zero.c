// target: both
// expect: unsafe assertion
// line: 13
// input: x = 9223372036854775808
#include <everypath.h>
#include <stdio.h>

/* Four characters, but for -0.00. */
int main(void) {
    double x = everypath_double("x");
    if (!(x >= 0 && x < 1)) return 0;
    int count = printf("%.2f", x);
    everypath_assert(count == 4);
    return 0;
}
