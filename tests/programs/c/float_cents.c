// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 18
// example: cents = 29
#include <everypath.h>

/* Hundred times 0.29 is less than 29. */
int main(void) {
    int cents = everypath_int("cents");
    everypath_assume(cents >= 28 && cents <= 30);
    double price = 0;
    switch (cents) {
    case 28: price = 0.28; break;
    case 29: price = 0.29; break;
    case 30: price = 0.30; break;
    }
    everypath_assert((int)(price * 100) == cents);
    return 0;
}
