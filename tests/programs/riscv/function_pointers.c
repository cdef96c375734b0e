// target: both
// expect: safe
#include <everypath.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int both(int a, int b) { return a & b; }

static int (*const operations[4])(int, int) = {add, subtract, larger, both};

int main(void) {
    unsigned operation = everypath_unsigned("operation");
    everypath_assume(operation < 4);
    int result = operations[operation](12, 5);
    everypath_assert((result == 17) | (result == 7) | (result == 12) | (result == 4));
    return 0;
}
