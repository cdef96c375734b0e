// target: both
// flags: --no-assumptions
// expect: incomplete
// assumed: enough-memory
#include <stdlib.h>

/* The verdict rests on memory that does not run out. */
int main(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
    free(block);
    return 0;
}
