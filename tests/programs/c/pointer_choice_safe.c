// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int left = 1, right = 2;
    int *p = everypath_bool("b") ? &left : &right;
    *p = 10;
    everypath_assert(left + right == 12 || left + right == 11);
    return 0;
}
