// target: both
// machine: no, the check is not of machine code
// flags: --check lost-memory
// expect: unsafe lost-memory
#include <everypath.h>
#include <stdlib.h>

/* A block is lost in the second round at the latest. */
int main(void) {
    char *kept = NULL;
    while (everypath_int("again")) {
        kept = malloc(4);
        if (kept != NULL) kept[0] = 1;
    }
    int last = kept != NULL ? kept[0] : 0;
    everypath_assert(last < 2);
    return 0;
}
