// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    unsigned row = everypath_unsigned("row"), column = everypath_unsigned("column");
    everypath_assume(row < 2 && column < 3);
    everypath_assert(grid[row][column] == (int)(row * 3 + column) + 1);
    return 0;
}
