// target: both
// flags: --memory flat --heap symbolic
// expect: unsafe invalid-free
// line: 11
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(8), *b = a;
    if (everypath_int("x") == 7) b++;
    free(b);
    return 0;
}
