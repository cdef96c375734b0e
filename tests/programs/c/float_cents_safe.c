// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>
#include <math.h>

/* Rounded to the nearest, a price in cents is what it was. */
int main(void) {
    int cents = everypath_int("cents");
    everypath_assume(cents >= 28 && cents <= 30);
    double price = 0;
    switch (cents) {
    case 28: price = 0.28; break;
    case 29: price = 0.29; break;
    case 30: price = 0.30; break;
    }
    everypath_assert(lround(price * 100) == cents);
    return 0;
}
