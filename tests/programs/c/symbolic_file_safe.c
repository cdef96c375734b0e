// target: lp64
// also: riscv
// flags: --symbolic-file data=2
// expect: safe
#include <everypath.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r");
    if (file == NULL) return 0;
    int first = getc(file), second = getc(file);
    everypath_assert(getc(file) == EOF && feof(file));
    everypath_assert(first <= 255 && second <= 255);
    fclose(file);
    return 0;
}
