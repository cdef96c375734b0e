// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    size_t n = everypath_size("n");
    everypath_assume(n > (size_t)-1 / 8);
    everypath_assert(calloc(n, 8) == NULL);
    return 0;
}
