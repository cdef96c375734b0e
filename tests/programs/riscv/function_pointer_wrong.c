// target: both
// expect: unsafe assertion
// line: 16
// input: operation = 2
#include <everypath.h>

static int increment(int x) { return x + 1; }
static int decrement(int x) { return x - 1; }
static int twice(int x) { return x * 3; }

static int (*const operations[3])(int) = {increment, decrement, twice};

int main(void) {
    unsigned operation = everypath_unsigned("operation");
    everypath_assume(operation < 3);
    everypath_assert(operations[operation](10) <= 20);
    return 0;
}
