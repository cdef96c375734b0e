// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int local = everypath_int("x");
    int *p = local == 0 ? &local : malloc(sizeof *p);
    if (p != &local) free(p);
    return 0;
}
