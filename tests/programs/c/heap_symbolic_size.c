// target: lp64
// expect: unsafe invalid-store
// line: 12
// example: size = 9
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    size_t size = everypath_size("size");
    everypath_assume(size > 0 && size < 100);
    char *block = malloc(size);
    block[9] = 'x';
    free(block);
    return 0;
}
