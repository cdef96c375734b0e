// target: lp64
// machine: no, leaks are not seen
// flags: --check memory-leak
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    int x = everypath_int("x");
    p[0] = 1;
    if (x > 3) {
        free(p);
        return 0;
    }
    free(p);
    return 0;
}
