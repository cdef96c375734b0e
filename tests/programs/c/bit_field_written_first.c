// target: both
// expect: safe
// flags: --check uninitialized-read
// machine: no, what was never written cannot be seen there
// Writing a bit-field keeps the bits beside it, which is no read of them, in whatever memory they are.
#include <stdlib.h>
#include <everypath.h>

struct packed {
    signed first : 7;
    signed second : 7;
    unsigned flag : 1;
};

int main(void) {
    struct packed local, *heap = malloc(sizeof *heap);
    if (!heap) return 0;
    local.first = everypath_u8("first") % 32;
    local.second = local.first + 1;
    local.flag = 0;
    heap->flag = 1;
    heap->second = -1;
    heap->first = local.second;
    everypath_assert(heap->first == local.first + 1 && heap->second == -1 && heap->flag > local.flag);
    free(heap);
    return 0;
}
