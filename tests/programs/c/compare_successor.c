// target: both
// expect: unsafe signed-overflow
// line: 10
// input: n = 2147483647
#include <everypath.h>
#include <stdlib.h>

/* The comparison is always false where it is defined, so an optimiser removes the addition that overflows. */
static int is_greatest(int n) {
    return n + 1 < n;
}

static int *allocate(int n, int v) {
    int *p = 0;
    if (!is_greatest(n)) p = malloc(sizeof *p);
    *p = v;
    return p;
}

int main(void) {
    int *p = allocate(everypath_int("n"), 7);
    everypath_assert(*p == 7);
    free(p);
    return 0;
}
