// target: both
// expect: safe
// paths: 4
#include <everypath.h>

/* Each value that n has left is a path of its own, so the arithmetic is on constants. */
int main(void) {
    unsigned n = (unsigned)everypath_int("n");
    everypath_assume(n >= 1 && n <= 4);
    double half = n / 2.0;
    float third = n / 3.0f;
    everypath_assert(half >= 0.5 && third < 1.5f);
    return 0;
}
