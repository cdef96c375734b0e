// target: lp64
// machine: no, its heap has 4 MiB
// expect: safe
#include <stdlib.h>

int main(void) {
    size_t size = ((size_t)1 << 32) + 1;
    char *block = malloc(size);
    if (block == NULL) return 1;
    block[size - 1] = 1;
    free(block);
    return 0;
}
