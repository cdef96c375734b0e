// target: both
// machine: no, leaks are not seen
// flags: --check memory-leak --world fixed
// expect: unsafe memory-leak
// replay: no
#include <stdio.h>
#include <stdlib.h>

/* There is a line to free also where nothing was read. */
int main(void) {
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) < 0) return 0;
    free(line);
    return 0;
}
