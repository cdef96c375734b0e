// target: both
// expect: unsafe invalid-free
// input: x = 77
// replay: the line is in free
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    int x = everypath_int("x");
    if (x == 77) {
        free(p);
    }
    free(p);
    return 0;
}
