// target: lp64
// expect: incomplete
// The compiler takes it that `x` is written.
#include <everypath.h>

int main(void) {
    int x = everypath_int("x"), kept = x;
    __asm__ volatile("" : "+m"(x));
    everypath_assert(x == kept);
    __asm__ volatile("nop" : "=m"(x));
    everypath_assert(x == kept);
    return 0;
}
