// target: both
// machine: no, leaks are not seen
// expect: safe
// flags: --check memory-leak
#include <everypath.h>
#include <stdlib.h>

static char *block;

// What runs at the end frees what main leaves.
static void release(void) { free(block); }

int main(void) {
    block = malloc(8);
    atexit(release);
    return getenv("HOME") != NULL;
}
