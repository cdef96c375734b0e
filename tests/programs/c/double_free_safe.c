// target: both
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    int x = everypath_int("x");
    if (x == 77) {
        free(p);
        p = NULL;
    }
    free(p);
    return 0;
}
