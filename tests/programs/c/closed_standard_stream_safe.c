// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int x = everypath_int("x");
    if (x == 3) fclose(stdout);
    if (x != 3) printf("%d\n", 1);
    fputs("end\n", stderr);
    return 0;
}
