// target: both
// expect: unsafe signed-overflow
// line: 10
// input: x = -2147483648
#include <everypath.h>
#include <limits.h>

int main(void) {
    int x = everypath_int("x");
    int magnitude = x < 0 ? -x : x;
    everypath_assert(magnitude >= 0);
    return 0;
}
