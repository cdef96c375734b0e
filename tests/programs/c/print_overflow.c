// target: lp64
// expect: unsafe invalid-store
// example: x = 1000
#include <everypath.h>
#include <stdio.h>

int main(void) {
    char text[4];
    int x = everypath_range(0, 1000, "x");
    sprintf(text, "%d", x);
    return 0;
}
