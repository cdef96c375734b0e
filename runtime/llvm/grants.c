/*
 * Whether a request for memory is met, for both heaps: requests above `LARGEST_BLOCK` are not, which is an assumption where such an
 * object is possible at all, and where the run leaves open whether there is enough memory, an input decides about any other.
 */
#include <errno.h>
#include <stdint.h>

#define LARGEST_BLOCK (sizeof(size_t) == 8 ? (size_t)1 << 33 : (size_t)1 << 28)

/* Sets errno if not. */
static _Bool heap_grants(size_t size) {
    if (size > LARGEST_BLOCK) {
        if (__everypath_is_symbolic(size) || size <= PTRDIFF_MAX) (void)__everypath_assumes("large-requests");
        errno = ENOMEM;
        return 0;
    }
    if (__everypath_assumes("enough-memory")) return 1;
    byte fails = 0;
    __everypath_make_symbolic(&fails, 1, "malloc fails");
    if ((fails & 1) == 0) return 1;
    errno = ENOMEM;
    return 0;
}
