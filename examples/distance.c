// The distance of two numbers, by cases: eight paths lead to the assertion.
#include <everypath.h>

int main(void) {
    long x = everypath_int("x"), y = everypath_int("y");
    if (x < 0) x = -x;
    if (y < 0) y = -y;
    long distance = x - y;
    if (x < y) distance = y - x;
    everypath_assert(distance >= 0);
    return 0;
}
