// target: both
// flags: --symbolic-file data=2
// expect: unsafe assertion
// line: 16
// replay: no
#include <everypath.h>
#include <stdio.h>

/* The bytes that were given stay where nothing was written over them. */
int main(void) {
    FILE *file = fopen("data", "r+");
    fputc('a', file);
    rewind(file);
    everypath_assert(fgetc(file) == 'a');
    int second = fgetc(file);
    everypath_assert(second != 'b');
    fclose(file);
    return 0;
}
