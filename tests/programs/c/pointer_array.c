// target: lp64
// expect: unsafe assertion
// line: 15
// example: i = 2
// example: j = 2
#include <everypath.h>

int main(void) {
    static int a, b, c;
    int *pointers[3] = {&a, &b, &c};
    unsigned i = everypath_unsigned("i") % 3, j = everypath_unsigned("j") % 3;
    *pointers[i] = 1;
    *pointers[j] = 2;
    everypath_assert(a + b + c == (i == j ? 2 : 3));
    everypath_assert(c != 2);
    return 0;
}
