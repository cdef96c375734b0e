// target: both
// flags: --memory flat --heap symbolic
// expect: unsafe invalid-free
// line: 12
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(8);
    free(NULL);
    free(a);
    if (everypath_int("x") == 7) free(a);
    return 0;
}
