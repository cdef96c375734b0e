// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = everypath_size("n");
    everypath_assume(n >= 14 && n <= 17);
    char *p = malloc(16);
    memset(p, 1, n % 17);
    free(p);
    return 0;
}
