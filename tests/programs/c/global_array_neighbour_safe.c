// target: lp64
// expect: safe
#include <everypath.h>

int first[4], second[4];

static void set(int *array, unsigned i) { array[i] = 1; }

int main(void) {
    unsigned i = everypath_unsigned("i");
    everypath_assume(i < 4);
    set(first, i);
    everypath_assert(second[0] == 0);
    return 0;
}
