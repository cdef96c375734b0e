// target: lp64
// expect: unsafe array-bounds
// line: 11
// example: i = -1
#include <everypath.h>

int main(void) {
    static const int squares[5] = {0, 1, 4, 9, 16};
    int i = everypath_int("i");
    if (i >= 5) return 0;
    everypath_assert(squares[i] == i * i);
    return 0;
}
