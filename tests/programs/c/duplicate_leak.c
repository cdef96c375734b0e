// target: lp64
// flags: --check memory-leak
// expect: unsafe memory-leak
// replay: no
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *copy = strdup("text");
    if (everypath_bool("lost")) {
        copy = NULL;
    }
    free(copy);
    return 0;
}
