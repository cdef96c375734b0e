// target: ilp32
// expect: safe
// assumed: addresses-used-once enough-memory
// machine: no, the heap there is smaller than one of the blocks
// All blocks together are larger than the address space.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 100; i++) {
        char *block = malloc(100 << 20);
        if (!block) return 0;
        block[i] = 1;
        free(block);
    }
    return 0;
}
