// target: both
// machine: no, a bare machine gives no arguments, not even a name
// flags: --world fixed
// expect: safe
// assumed: clock empty-input enough-memory identity no-arguments no-files no-variables random-numbers
#include <everypath.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Each is named, since a path makes use of it. */
int main(int argc, char **argv) {
    void *block = malloc(8);
    everypath_assert(block != NULL && argc == 1 && argv[1] == NULL);
    free(block);
    everypath_assert(getchar() == EOF && fopen("data", "r") == NULL && getenv("HOME") == NULL);
    everypath_assert(rand() == 1804289383 && time(NULL) == 1600000000 && getpid() == 2);
    return 0;
}
