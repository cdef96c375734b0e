// target: lp64
// expect: unsafe invalid-store
// line: 11
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    int x = everypath_int("x");
    free(p);
    *q = x;
    return 0;
}
