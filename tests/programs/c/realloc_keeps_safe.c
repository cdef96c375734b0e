// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    unsigned char *p = malloc(2);
    p[0] = everypath_u8("x"), p[1] = 7;
    unsigned char first = p[0];
    p = realloc(p, 4);
    everypath_assert(p[0] == first && p[1] == 7);
    p = realloc(p, 1);
    everypath_assert(p[0] == first);
    free(p);
    return 0;
}
