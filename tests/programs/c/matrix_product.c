// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int a[2][2] = {{everypath_i8("a"), 2}, {3, 4}}, b[2][2] = {{1, everypath_i8("b")}, {0, 1}}, c[2][2] = {{0}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++) c[i][j] += a[i][k] * b[k][j];
    everypath_assert(c[0][0] == a[0][0] && c[0][1] == a[0][0] * b[0][1] + 2);
    return 0;
}
