// target: both
// expect: safe
#include <everypath.h>
#include <limits.h>

int main(void) {
    long a = everypath_long("a"), b = everypath_long("b");
    if ((a < 0) == (b < 0)) return 0;
    long sum = a + b;
    volatile long kept = sum;
    (void)kept;
    return 0;
}
