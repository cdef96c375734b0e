// target: lp64
// expect: safe
#include <everypath.h>
#include <stdio.h>

int main(void) {
    char text[4];
    int x = everypath_range(0, 1000, "x");
    everypath_assert(snprintf(text, sizeof text, "%d", x) <= 4);
    return 0;
}
