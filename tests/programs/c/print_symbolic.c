// target: lp64
// expect: safe
// paths: 1
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int x = everypath_int("x");
    char c = everypath_char("c");
    int count = printf("%d %x %c\n", x, (unsigned)x, c);
    putchar(c);
    everypath_assert((count >= 6) & (count <= 23));
    return 0;
}
