// target: both
// expect: unsafe illegal-instruction
// line: 8
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    if (x < 0) __asm__ volatile(".word 0xffffffff");
    return 0;
}
