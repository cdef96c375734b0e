// target: both
// expect: unsafe write-to-read-only
// line: 9
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    volatile unsigned char *code = (volatile unsigned char *)(uintptr_t)&main;
    if (x < 0) *code = 0;
    return 0;
}
