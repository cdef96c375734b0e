// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int offset = everypath_range(0, 3, "offset");
    char *p = malloc(4);
    p += offset;
    free(p - offset);
    return 0;
}
