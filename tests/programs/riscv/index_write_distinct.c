// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int array[8] = {0};
    unsigned i = everypath_unsigned("i"), j = everypath_unsigned("j");
    everypath_assume((i < 8) & (j < 8) & (i != j));
    array[i] = 1;
    array[j] = 2;
    everypath_assert((array[i] == 1) & (array[j] == 2));
    return 0;
}
