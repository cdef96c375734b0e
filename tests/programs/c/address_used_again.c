// target: lp64
// expect: unsafe invalid-free
// line: 16
// replay: no
#include <stdint.h>
#include <stdlib.h>

/* A block may be where a block was that is freed. */
int main(void) {
    char *first = malloc(8);
    uintptr_t was = (uintptr_t)first;
    free(first);
    char *second = malloc(8);
    uintptr_t is = (uintptr_t)second;
    if (is == was) free(second);
    free(second);
    return 0;
}
