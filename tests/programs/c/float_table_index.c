// target: lp64
// expect: unsafe array-bounds
// line: 13
// example: x = 1065353216
#include <everypath.h>

/* One is the tenth of no entry of a table of ten. */
static const int table[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};

int main(void) {
    float x = everypath_float("x");
    everypath_assume(x >= 0 && x <= 1);
    int entry = table[(int)(x * 10)];
    everypath_assert(entry <= 81);
    return 0;
}
