// target: both
// expect: safe
// assumed: large-requests
#include <assert.h>
#include <stdlib.h>

/* Machines may have that much; that they do not is assumed, and said. */
int main(void) {
    size_t much = sizeof(size_t) == 8 ? (size_t)9 << 30 : (size_t)300 << 20;
    assert(malloc(much) == NULL);
    return 0;
}
