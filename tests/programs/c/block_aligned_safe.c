// target: both
// expect: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    for (size_t alignment = 8; alignment <= 4096; alignment *= 2) {
        char *block = aligned_alloc(alignment, 4096);
        assert(((uintptr_t)block & (alignment - 1)) == 0);
        block[4095] = 1;
        free(block);
    }
    return 0;
}
