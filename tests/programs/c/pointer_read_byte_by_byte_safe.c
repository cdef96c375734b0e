// target: both
// expect: safe
// machine: no, addresses are those of the linker there
// assumed: addresses
#include <assert.h>

static int here;

/* A pointer is hashed as the bytes that it is made of. */
int main(void) {
    int *pointer = &here;
    unsigned hash = 17;
    for (unsigned i = 0; i < sizeof pointer; i++)
        hash = 31 * hash + ((unsigned char *)&pointer)[i];
    assert(hash != 1);
    return 0;
}
