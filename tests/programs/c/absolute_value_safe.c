// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int x = everypath_int("x");
    if (x < -2147483647) x++;
    everypath_assert(abs(x) >= 0);
    return 0;
}
