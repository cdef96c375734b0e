// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    size_t size = everypath_size("size");
    everypath_assume(size > 0 && size < 100);
    char *block = malloc(size);
    block[size - 1] = 'x';
    free(block);
    return 0;
}
