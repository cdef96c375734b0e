// target: lp64
// expect: unsafe invalid-store
// line: 9
// example: i = 4
#include <everypath.h>

int first[4], second[4];

static void set(int *array, unsigned i) { array[i] = 1; }

int main(void) {
    unsigned i = everypath_unsigned("i");
    everypath_assume(i < 8);
    set(first, i);
    everypath_assert(second[0] == 0);
    return 0;
}
