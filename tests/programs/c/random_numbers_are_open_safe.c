// target: both
// expect: safe
#include <everypath.h>
#include <stdlib.h>

/* A seed gives the same numbers whenever it is used. */
int main(void) {
    int unseeded = rand();
    srand(9);
    int first = rand(), second = rand();
    srand(1);
    everypath_assert(rand() == unseeded);
    srand(9);
    everypath_assert(rand() == first && rand() == second);
    everypath_assert(first >= 0 && first <= RAND_MAX);
    return 0;
}
