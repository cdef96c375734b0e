// target: lp64
// expect: unsafe invalid-free
// example: x = 1
#include <everypath.h>
#include <stdlib.h>

static char fallback[16];

int main(void) {
    char *buffer = everypath_bool("x") ? fallback : malloc(16);
    buffer[15] = 1;
    free(buffer);
    return 0;
}
