// target: lp64
// machine: no, leaks are not seen
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
