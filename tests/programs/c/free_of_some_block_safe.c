// target: both
// expect: safe
// A pointer that is one of three, as an input decides: only these are freed.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *blocks[3] = {malloc(1), malloc(2), NULL};
    unsigned which = everypath_unsigned("which");
    everypath_assume(which < 3);
    free(blocks[which]);
    if (which != 0) free(blocks[0]);
    if (which != 1) free(blocks[1]);
    return 0;
}
