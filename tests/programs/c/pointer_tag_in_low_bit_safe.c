// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    uintptr_t tagged = (uintptr_t)p | everypath_bool("x");
    *p = 5;
    everypath_assert(*(int *)(tagged & ~(uintptr_t)1) == 5);
    free(p);
    return 0;
}
