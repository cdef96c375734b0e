/* A block that is freed on one of several ways and used afterwards. */
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *blocks[N];
    for (int i = 0; i < N; i++) blocks[i] = calloc(1, sizeof(int));
    unsigned input = (unsigned)everypath_int("input");
    for (int i = 0; i < N; i++)
        if (input == 1000u + (unsigned)i * 17) free(blocks[i]);
    return *blocks[N - 1];
}
