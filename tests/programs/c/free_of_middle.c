// target: lp64
// expect: unsafe invalid-free
// example: offset = 1
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int offset = everypath_range(0, 3, "offset");
    char *p = malloc(4);
    free(p + offset);
    return 0;
}
