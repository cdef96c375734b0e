// target: lp64
// expect: unsafe array-bounds
// line: 9
// example: n = 0
#include <everypath.h>

int main(void) {
    int n = everypath_range(0, 4, "n");
    char array[n];
    array[0] = 1;
    everypath_assert(array[0] == 1);
    return 0;
}
