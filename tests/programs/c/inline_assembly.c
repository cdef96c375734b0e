// target: lp64
// expect: incomplete
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    if (x == 5) __asm__ volatile("nop");
    return 0;
}
