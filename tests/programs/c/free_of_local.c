// target: lp64
// expect: unsafe invalid-free
// input: x = 0
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int local = everypath_int("x");
    int *p = local == 0 ? &local : malloc(sizeof *p);
    free(p);
    return 0;
}
