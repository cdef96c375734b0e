// target: both
// expect: unsafe assertion
// line: 12
#include <everypath.h>

int main(void) {
    int array[8] = {0};
    unsigned i = everypath_unsigned("i"), j = everypath_unsigned("j");
    everypath_assume((i < 8) & (j < 8));
    array[i] = 1;
    array[j] = 2;
    everypath_assert(array[i] == 1);
    return 0;
}
