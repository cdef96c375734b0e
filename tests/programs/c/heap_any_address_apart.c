// target: lp64
// machine: no, the heap is of its own making
// flags: --memory flat --heap symbolic
// expect: safe
// Wherever they are, blocks that are live do not touch, lie in the segment of the heap and are aligned.
#include <everypath.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(20), *b = malloc(3);
    *b = 1;
    a[19] = 2;
    everypath_assert(*b == 1);
    everypath_assert(a != NULL && b != a && a + 20 != b && b + 3 != a);
    everypath_assert((uintptr_t)a >> 32 == 0x10000000 && (uintptr_t)(a + 20) >> 32 == 0x10000000);
    everypath_assert((uintptr_t)a % 16 == 0 && (uintptr_t)b % 16 == 0);
    free(b);
    free(a);
    return 0;
}
