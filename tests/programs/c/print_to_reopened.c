// target: both
// expect: unsafe assertion
// line: 16
// input: x = 8
// replay: no, it would write a file
#include <everypath.h>
#include <stdio.h>

/* What standard output is now can be read back. */
int main(void) {
    int x = everypath_range(7, 12, "x");
    if (freopen("printed", "w", stdout) == NULL) return 0;
    printf("%d", x);
    fclose(stdout);
    FILE *file = fopen("printed", "r");
    everypath_assert(fgetc(file) != '8');
    return 0;
}
