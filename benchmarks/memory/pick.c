/* Writes through pointers that inputs pick. */
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *blocks[8], *last = 0;
    for (int i = 0; i < 8; i++) {
        blocks[i] = malloc(sizeof(int));
        *blocks[i] = 0;
    }
    for (int i = 1; i <= N; i++) {
        unsigned which = (unsigned)everypath_int("which");
        everypath_assume(which < 8);
        last = blocks[which];
        *last = i;
    }
    everypath_assert(*last == N);
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += *blocks[i];
    everypath_assert(sum <= N * (N + 1) / 2);
    return 0;
}
