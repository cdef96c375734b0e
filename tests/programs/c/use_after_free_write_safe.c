// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    int x = everypath_int("x");
    free(p);
    p = malloc(sizeof *p), q = p, *q = x;
    free(q);
    return 0;
}
