// target: both
// expect: unsafe lost-memory
// replay: no
// flags: --property valid-memtrack
#include <stdlib.h>

static int *p;
int main(void) {
    p = malloc(4);
    p = 0;
    exit(0);
}
