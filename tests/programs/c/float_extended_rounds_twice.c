// target: both
// machine: no, long double is double there
// expect: unsafe assertion
// line: 15
#include <everypath.h>

/* A sum of 64 digits that is rounded to 53 is not always the sum that is rounded once: a tie between two doubles may be no tie. */
int main(void) {
    double a = everypath_double("a"), b = everypath_double("b");
    everypath_assume(a >= 1 && a < 1.5 && b > 0 && b < 0x1p-40);
    double once = a + b;
    double twice = (double)((long double)a + (long double)b);
    everypath_assert(once - twice <= 0x1p-52 && twice - once <= 0x1p-52);
    /* Up to here it holds. */
    everypath_assert(once == twice);
    return 0;
}
