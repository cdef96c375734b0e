// target: lp64
// expect: unsafe invalid-store
// example: n = 17
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = everypath_size("n");
    everypath_assume(n >= 14 && n <= 17);
    char *p = malloc(16);
    memset(p, 1, n);
    free(p);
    return 0;
}
