// target: both
// expect: safe
// machine: no, addresses are those of the linker there
// assumed: addresses
#include <assert.h>
#include <stdint.h>
#include <string.h>

static int here;

/* An address becomes a number by a copy: no conversion says so. */
int main(void) {
    int *pointer = &here;
    uintptr_t number;
    memcpy(&number, &pointer, sizeof number);
    assert(number != 4098);
    return 0;
}
