// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    long long a = everypath_int("a");
    long long x = a < 0 ? -a : a;
    if (x > 0) everypath_assert(a % x == 0);
    return 0;
}
