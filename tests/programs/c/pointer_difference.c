// target: lp64
// expect: unsafe assertion
// line: 12
// example: i = 3
#include <everypath.h>

int main(void) {
    int array[10];
    unsigned i = everypath_unsigned("i") % 10, j = everypath_unsigned("j") % 10;
    int *p = &array[i], *q = &array[j];
    everypath_assert(q - p == (int)j - (int)i);
    everypath_assert((p < q) == (i > j));
    return 0;
}
