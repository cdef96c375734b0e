// target: lp64
// flags: --symbolic-file data=2
// expect: unsafe assertion
// line: 14
// replay: no
#include <everypath.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r");
    if (file == NULL) return 0;
    int first = getc(file), second = getc(file);
    everypath_assert(getc(file) == EOF && feof(file));
    everypath_assert(first != 'P' || second != '5');
    fclose(file);
    return 0;
}
