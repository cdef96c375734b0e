// target: both
// flags: --malloc-may-fail
// expect: unsafe assertion
// line: 11
// replay: no
#include <everypath.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("notes", "w");
    everypath_assert(file != NULL);
    fclose(file);
    return 0;
}
