// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>

int main(void) {
    double x = everypath_double("x");
    if (!(x > 0 && x < 1)) return 0;
    int count = printf("%.2f", x);
    everypath_assert(count == 4);
    return 0;
}
