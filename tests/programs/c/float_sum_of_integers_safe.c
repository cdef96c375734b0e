// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* Sums of small whole numbers are exact, in any order. */
int main(void) {
    unsigned char a = everypath_u8("a"), b = everypath_u8("b");
    float x = a, y = b;
    everypath_assert((x + y) + 1 == x + (y + 1) && (int)(x + y) <= 510);
    return 0;
}
