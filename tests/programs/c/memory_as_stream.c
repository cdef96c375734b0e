// target: both
// expect: unsafe assertion
// line: 17
// input: x = 42
#include <everypath.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int x = everypath_range(40, 45, "x"), read = 0;
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    fprintf(to, "<%d>", x);
    fclose(to);
    FILE *from = fmemopen(text, size, "r");
    everypath_assert(fscanf(from, "<%d>", &read) == 1 && read != 42);
    fclose(from);
    free(text);
    return 0;
}
