// target: both
// expect: safe
#include <everypath.h>
#include <limits.h>

int main(void) {
    int x = everypath_int("x");
    if (x == INT_MIN) return 0;
    int magnitude = x < 0 ? -x : x;
    everypath_assert(magnitude >= 0);
    return 0;
}
