// target: lp64
// expect: unsafe signed-division-overflow
// line: 12
// example: a = -2147483648
// example: b = -1
#include <everypath.h>
#include <limits.h>

int main(void) {
    int a = everypath_int("a"), b = everypath_int("b");
    if (b == 0) return 0;
    int quotient = a / b;
    everypath_assert(b != 1 || quotient == a);
    return 0;
}
