// target: both
// expect: safe
// A block that only one way has: written to, printed and freed where it is there.
#include <everypath.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *block = NULL;
    if (everypath_bool("wanted")) {
        block = malloc(3);
        if (!block) return 0;
    }
    _Bool marked = everypath_bool("marked");
    if (block) {
        block[0] = marked ? 'x' : 'y';
        block[1] = '\n';
        block[2] = 0;
        fputs(block, stdout);
        everypath_assert(block[0] != 'z');
    }
    free(block);
    return 0;
}
