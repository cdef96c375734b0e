// target: lp64
// machine: no, the check is not of machine code
// flags: --check uninitialized-read
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *array = calloc(4, sizeof *array);
    unsigned i = everypath_unsigned("i") % 4;
    array[0] = 1;
    volatile int read = array[i];
    (void)read;
    free(array);
    return 0;
}
