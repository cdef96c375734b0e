// target: lp64
// expect: unsafe assertion
// line: 12
// example: x = 1
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    uintptr_t tagged = (uintptr_t)p | everypath_bool("x");
    *p = 5;
    everypath_assert((int *)tagged == p);
    free(p);
    return 0;
}
