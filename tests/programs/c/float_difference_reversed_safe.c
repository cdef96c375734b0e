// target: both
// expect: safe
#include <everypath.h>
#include <time.h>

/* Rounding treats both signs alike, so differences may be turned around; but for zero, of which both signs are equal. */
int main(void) {
    double a = everypath_double("a"), b = everypath_double("b");
    everypath_assume(a - b == a - b);
    everypath_assert(a - b == -(b - a));
    time_t late = everypath_i64("late"), early = everypath_i64("early");
    everypath_assert(difftime(late, early) == -difftime(early, late));
    return 0;
}
