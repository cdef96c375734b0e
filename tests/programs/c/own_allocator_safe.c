// target: lp64
// expect: safe
#include <everypath.h>
#include <stddef.h>

static _Alignas(16) unsigned char arena[48];
static size_t used;

static void *allocate(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (size > sizeof arena - used) return NULL;
    void *block = arena + used;
    used += size;
    return block;
}

int main(void) {
    unsigned count = everypath_unsigned("count");
    everypath_assume(count <= 2);
    for (unsigned i = 0; i <= count; i++) {
        int *p = allocate(sizeof *p);
        everypath_assert(p != NULL);
        *p = (int)i;
    }
    return 0;
}
