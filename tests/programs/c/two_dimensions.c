// target: lp64
// expect: unsafe array-bounds
// line: 12
// example: row = 0
// example: column = 3
#include <everypath.h>

int main(void) {
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    unsigned row = everypath_unsigned("row"), column = everypath_unsigned("column");
    everypath_assume(row * 3 + column < 6 && row < 2 && column < 6);
    everypath_assert(grid[row][column] == (int)(row * 3 + column) + 1);
    return 0;
}
