// target: both
// expect: safe
#include <everypath.h>
#include <stdlib.h>

/* The comparison is always false where it is defined, so an optimiser removes the addition that overflows. */
static int is_greatest(int n) {
    return n == 2147483647;
}

static int *allocate(int n, int v) {
    int *p = 0;
    p = malloc(sizeof *p + (size_t)is_greatest(n));
    *p = v;
    return p;
}

int main(void) {
    int *p = allocate(everypath_int("n"), 7);
    everypath_assert(*p == 7);
    free(p);
    return 0;
}
