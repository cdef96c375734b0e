// target: both
// machine: no, leaks are not seen
// flags: --property valid-memtrack
// expect: safe
// When exit is called main's variables are alive.
#include <stdlib.h>

static void stop(void) { exit(0); }
int main(void) {
    int *p = malloc(4);
    stop();
    free(p);
    return 0;
}
