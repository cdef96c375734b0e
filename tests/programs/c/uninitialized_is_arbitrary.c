// target: lp64
// expect: unsafe assertion
// line: 11
// replay: no
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    unsigned char *p = malloc(2);
    p[0] = 1;
    everypath_assert(p[1] != 17);
    free(p);
    return 0;
}
