// target: both
// expect: unsafe assertion
// line: 11
#include <everypath.h>
#include <stdio.h>

/* Only an infinity and what is no number have fewer characters than the precision asks for. */
int main(void) {
    double x = everypath_double("x");
    int count = printf("%.6000f\n", x);
    everypath_assert(count <= 6000);
    return 0;
}
