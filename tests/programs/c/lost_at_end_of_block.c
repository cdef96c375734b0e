// target: both
// flags: --property valid-memtrack
// expect: unsafe lost-memory
// replay: no
#include <stdlib.h>

int main(void) {
    {
        int *p = malloc(4);
        *p = 1;
    }
    return 0;
}
