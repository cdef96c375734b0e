// target: both
// expect: unsafe signed-overflow
// line: 11
#include <everypath.h>
#include <limits.h>

/* The guard forgets that one factor may be negative. */
int main(void) {
    int a = everypath_int("a"), b = everypath_int("b");
    if (b == 0 || b == -1 || a > INT_MAX / b) return 0;
    int c = a * b;
    return c == 0;
}
