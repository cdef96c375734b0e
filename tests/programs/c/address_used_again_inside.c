// target: lp64
// machine: no, the heap of machine code takes nothing back
// expect: unsafe assertion
// line: 15
// replay: no, it depends on the heap
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *first = malloc(8);
    uintptr_t was = (uintptr_t)(first + 1);
    free(first);
    char *second = malloc(8);
    assert((uintptr_t)(second + 1) != was);
    free(second);
    return 0;
}
