// target: both
// expect: safe
#include <everypath.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

int main(void) {
    int (*operations[3])(int, int) = {add, subtract, multiply};
    unsigned which = everypath_unsigned("which");
    everypath_assume(which < 3);
    int result = operations[which](6, 3);
    everypath_assert(result == 9 || result == 3 || result == 18);
    return 0;
}
