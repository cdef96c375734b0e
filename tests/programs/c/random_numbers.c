// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int first = rand();
    everypath_assert(first >= 0 && first <= RAND_MAX);
    srand(7);
    everypath_assert(rand() == first);
    return 0;
}
