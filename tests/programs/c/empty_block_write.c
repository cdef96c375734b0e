// target: lp64
// expect: unsafe invalid-store
// line: 10
// replay: the sanitizer gives it one byte
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(everypath_size("n") & 0);
    p[0] = 1;
    free(p);
    return 0;
}
