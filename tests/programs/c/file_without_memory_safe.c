// target: both
// flags: --malloc-may-fail
// expect: safe
#include <errno.h>
#include <everypath.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("notes", "w");
    if (file == NULL) {
        everypath_assert(errno == ENOMEM);
        return 0;
    }
    everypath_assert(fputc('x', file) == 'x');
    fclose(file);
    return 0;
}
