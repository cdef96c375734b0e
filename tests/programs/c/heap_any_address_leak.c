// target: both
// flags: --memory flat --heap symbolic --check memory-leak
// expect: unsafe memory-leak
// input: x = 3
// A block is left behind on the way of an error.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(1), *b = malloc(1);
    int x = everypath_int("x");
    free(a);
    if (x == 3) return 1;
    free(b);
    return 0;
}
