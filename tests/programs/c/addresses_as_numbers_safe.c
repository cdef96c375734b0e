// target: both
// expect: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

/* What holds of addresses wherever objects are: alignment, distances within an object, and that objects do not overlap. */
int main(void) {
    int local;
    char *block = malloc(20);
    if (block == NULL) return 0;
    uintptr_t x = (uintptr_t)block, y = (uintptr_t)&local;
    assert(y % 4 == 0 && x % 16 == 0);
    assert((uintptr_t)(block + 3) % 16 == 3);
    assert((uintptr_t)(block + 3) - x == 3);
    assert(x != 0 && x != y);
    assert(x + 20 <= y || y + 4 <= x);
    free(block);
    return 0;
}
