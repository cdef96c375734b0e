// target: lp64
// also: riscv
// flags: --malloc-may-fail
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return 0;
    *p = 1;
    free(p);
    return 0;
}
