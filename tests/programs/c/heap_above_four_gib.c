// target: lp64
// expect: unsafe invalid-store
// line: 11
// replay: the sanitizers do not watch so large a block
#include <stdlib.h>

int main(void) {
    size_t size = ((size_t)1 << 32) + 1;
    char *block = malloc(size);
    if (block == NULL) return 1;
    block[size] = 1;
    free(block);
    return 0;
}
