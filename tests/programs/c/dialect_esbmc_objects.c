// target: both
// machine: no, the functions are no part of the machine's library
// expect: unsafe assertion
// replay: a compiler does not know the functions
#include <assert.h>

static int readings[10];

/* All of the object is arbitrary, not only the element that is pointed to. */
int main(void) {
    __ESBMC_init_object(readings + 3);
    assert(readings[9] == 0);
    return 0;
}
