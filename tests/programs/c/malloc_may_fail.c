// target: lp64
// also: riscv
// flags: --malloc-may-fail
// expect: unsafe invalid-store
// line: 12
// replay: no
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
