/*
 * The distance of two positions from the origin, by cases: eight paths lead to the assertion. That it cannot fail has nothing
 * to do with the first two branches.
 */
#include <everypath.h>

int main(void) {
    int x = everypath_int("x"), y = everypath_int("y");
    if (x < 0) x = -x;
    if (y < 0) y = -y;
    long long distance = (long long)x - y;
    if (x < y) distance = (long long)y - x;
    everypath_assert(distance >= 0);
    return 0;
}
