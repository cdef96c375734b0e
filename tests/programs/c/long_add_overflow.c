// target: both
// expect: unsafe signed-overflow
// line: 12
// example: a = -1
// example: b = 0
#include <everypath.h>
#include <limits.h>

int main(void) {
    long a = everypath_long("a"), b = everypath_long("b");
    if (b > 0) return 0;
    long sum = a + (LONG_MIN - b);
    volatile long kept = sum;
    (void)kept;
    return 0;
}
