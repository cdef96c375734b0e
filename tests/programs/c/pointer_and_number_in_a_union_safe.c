// target: both
// expect: safe
// machine: no, addresses are those of the linker there
// assumed: addresses
#include <assert.h>
#include <stdint.h>

static int here;

/* An address is read as the number that shares its place. */
int main(void) {
    union {
        uintptr_t number;
        int *pointer;
    } both;
    both.pointer = &here;
    assert(both.number != 4098);
    return 0;
}
