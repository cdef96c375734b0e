// target: lp64
// expect: unsafe assertion
// line: 10
// example: n = 33554434
#include <everypath.h>

/* A float has 24 digits, fewer than an int. */
int main(void) {
    int n = everypath_int("n");
    everypath_assert((int)(float)(n / 2) == n / 2);
    return 0;
}
