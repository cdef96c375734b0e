// target: lp64
// expect: safe
#include <everypath.h>
#include <limits.h>

int main(void) {
    int a = everypath_int("a"), b = everypath_int("b");
    if (b == 0) return 0;
    if (a == INT_MIN && b == -1) return 0;
    int quotient = a / b;
    everypath_assert(b != 1 || quotient == a);
    return 0;
}
