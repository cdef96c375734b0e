// target: both
// expect: unsafe array-bounds
// line: 11
// example: i = 8
#include <everypath.h>

int main(void) {
    int array[8] = {0};
    unsigned i = everypath_unsigned("i");
    everypath_assume(i <= 8);
    array[i] = 1;
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += array[k];
    everypath_assert(sum == 1);
    return 0;
}
