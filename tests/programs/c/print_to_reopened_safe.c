// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int x = everypath_range(7, 12, "x");
    if (freopen("printed", "w", stdout) == NULL) return 0;
    printf("%d", x);
    fclose(stdout);
    FILE *file = fopen("printed", "r");
    everypath_assert(fgetc(file) == (x < 10 ? '0' + x : '1'));
    return 0;
}
