// target: lp64
// machine: no, leaks are not seen
// flags: --check lost-memory
// expect: safe
#include <everypath.h>
#include <stdlib.h>

static char *kept;

int main(void) {
    kept = malloc(8);
    if (everypath_bool("again")) {
        kept = realloc(kept, 16);
    }
    return 0;
}
