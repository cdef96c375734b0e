// target: both
// expect: unsafe assertion
// line: 16
// example: which = 2
#include <everypath.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

int main(void) {
    int (*operations[3])(int, int) = {add, subtract, multiply};
    unsigned which = everypath_unsigned("which");
    everypath_assume(which < 3);
    int result = operations[which](6, 3);
    everypath_assert(result < 10);
    return 0;
}
