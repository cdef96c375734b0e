// target: both
// expect: safe
// assumed: none
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

/* No object is larger than PTRDIFF_MAX: nothing is assumed. */
int main(void) {
    size_t volatile absurd = (size_t)PTRDIFF_MAX + 1;
    assert(malloc(absurd) == NULL);
    return 0;
}
