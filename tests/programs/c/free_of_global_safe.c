// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

static char fallback[16];

int main(void) {
    char *buffer = everypath_bool("x") ? fallback : malloc(16);
    buffer[15] = 1;
    if (buffer != fallback)
    free(buffer);
    return 0;
}
