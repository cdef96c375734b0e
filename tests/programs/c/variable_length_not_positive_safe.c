// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int n = everypath_range(0, 4, "n");
    if (n == 0) n = 1;
    char array[n];
    array[0] = 1;
    everypath_assert(array[0] == 1);
    return 0;
}
