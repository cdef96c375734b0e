// target: both
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    void *p = malloc(1), *q = aligned_alloc(64, 128), *r;
    everypath_assert((uintptr_t)p % 16 == 0 && (uintptr_t)q % 64 == 0);
    everypath_assert(posix_memalign(&r, 256, 10) == 0 && (uintptr_t)r % 256 == 0);
    everypath_assert(p != q && q != r);
    free(p), free(q), free(r);
    return 0;
}
