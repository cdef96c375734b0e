// target: lp64
// expect: unsafe
#include <assert.h>
#include <stdlib.h>
#include <everypath.h>

/* The block is freed in the sixth round and used in the seventh. */
int main(void) {
    int *block = malloc(sizeof *block);
    if (!block) return 1;
    int round = 0;
    *block = 0;
    while (everypath_bool("more")) {
        if (round == 6) {
            free(block);
        }
        *block = round;
        round = round < 100 ? round + 1 : 0;
    }
    return 0;
}
