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
    uintptr_t was = (uintptr_t)first;
    free(first);
    char *second = malloc(0);
    assert((uintptr_t)second != was);
    free(second);
    return 0;
}
