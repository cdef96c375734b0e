// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(0), *q = malloc(0);
    everypath_assert(p != NULL && q != NULL && p != q);
    free(p);
    free(q);
    free(NULL);
    return 0;
}
