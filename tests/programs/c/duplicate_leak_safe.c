// target: lp64
// flags: --check memory-leak
// expect: safe
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *copy = strdup("text");
    if (everypath_bool("lost")) {
        free(copy), copy = NULL;
    }
    free(copy);
    return 0;
}
