// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE };

int main(void) {
    enum color c = everypath_u8("c");
    switch (c) {
        case RED: puts("red"); break;
        case GREEN: puts("green"); break;
        case BLUE: putchar('b'); break;
        default: everypath_assert(c != 0 && c != 5 && c != 6);
    }
    return 0;
}
