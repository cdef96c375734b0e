// target: both
// machine: no, the heap of machine code is one region
// expect: unsafe assertion
// line: 13
// replay: no, the system may align it better
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *block = aligned_alloc(64, 64);
    if (block == NULL) return 0;
    assert(((uintptr_t)block & 4095) == 0);
    return 0;
}
