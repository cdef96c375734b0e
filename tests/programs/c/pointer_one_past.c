// target: lp64
// expect: unsafe invalid-load
// line: 9
// example: n = 5
#include <everypath.h>

static int sum(const int *from, const int *to) {
    int total = 0;
    while (from != to) total += *from++;
    return total;
}

int main(void) {
    int array[4] = {1, 2, 3, 4};
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 5);
    int *first = array, total = sum(first, first + n);
    everypath_assert(total == (int)(n * (n + 1) / 2));
    return 0;
}
