// target: both
// expect: safe
// machine: no, addresses are those of the linker there
// assumed: addresses
#include <assert.h>
#include <stdint.h>

static int here;

union both {
    uintptr_t number;
    int *pointer;
};

/* What is read as a number was a pointer in another variable before. */
int main(void) {
    union both one, other, between;
    one.number = 7;
    assert(one.number == 7);
    other.pointer = &here;
    between = one;
    one = other;
    other = between;
    assert(other.number == 7);
    assert(one.number != 4098);
    return 0;
}
