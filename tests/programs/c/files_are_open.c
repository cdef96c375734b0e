// target: both
// also: riscv
// flags: --world open
// expect: unsafe assertion
// line: 15
// replay: no
#include <everypath.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("settings", "r");
    if (file == NULL) return 0;
    int first = fgetc(file);
    rewind(file);
    everypath_assert(first == fgetc(file) && first != 'x');
    fclose(file);
    return 0;
}
