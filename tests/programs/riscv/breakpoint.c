// target: both
// expect: unsafe reached-trap
// line: 8
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    if (x > 100) __asm__ volatile("ebreak");
    return 0;
}
