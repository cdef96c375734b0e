// target: both
// expect: safe
#include <everypath.h>

/* A compound assignment evaluates its place once, and its check looks at the value before the store. */
int main(void) {
    int a[2] = {1, 2}, i = 0, y = everypath_int("y");
    everypath_assume(y >= 0 && y <= 10);
    a[i++] += y;
    everypath_assert(i == 1 && a[0] == 1 + y && a[1] == 2);
    return 0;
}
