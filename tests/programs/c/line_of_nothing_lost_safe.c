// target: both
// machine: no, leaks are not seen
// flags: --check memory-leak --world fixed
// expect: safe
#include <everypath.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    everypath_assert(getline(&line, &size, stdin) == -1 && line != NULL && size > 0);
    free(line);
    return 0;
}
