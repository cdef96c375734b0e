// target: lp64
// expect: incomplete
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    if (x == 5) __asm__ volatile("cpuid" : : "a"(0) : "ebx", "ecx", "edx");
    return 0;
}
