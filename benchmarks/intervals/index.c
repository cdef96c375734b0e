/*
 * Indexing: ROUNDS loads and stores in an array of COUNT elements of WIDTH bits, each at an index of its own of 32
 * bits. Nothing depends on what is loaded: what is asked is which object each address reaches.
 */
#include <everypath.h>

#ifndef WIDTH
#define WIDTH 32
#endif
#ifndef COUNT
#define COUNT 280
#endif
#ifndef ROUNDS
#define ROUNDS 24
#endif

#define JOIN(a, b, c) a##b##c
#define UNSIGNED(width) JOIN(uint, width, _t)
typedef UNSIGNED(WIDTH) element;

static element array[COUNT];
static element mirror[COUNT];

int main(void) {
    volatile element seen = 0;
    for (unsigned i = 0; i < COUNT; i++) array[i] = (element)(i * 7);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t index = everypath_u32("index");
        everypath_assume(index < COUNT);
        seen = array[index];
        mirror[index] = (element)round;
    }
    return 0;
}
