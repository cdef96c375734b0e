// target: lp64
// flags: --check lost-memory
// expect: unsafe lost-memory
// replay: no
#include <everypath.h>
#include <stdlib.h>

static char *kept;

int main(void) {
    kept = malloc(8);
    if (everypath_bool("again")) {
        kept = malloc(16);
    }
    return 0;
}
