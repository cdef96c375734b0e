// target: lp64
// flags: --no-check invalid-call --std c99
// expect: safe
#include <everypath.h>

/* The function sees the low bits of a wider argument, and of those that are too many nothing. */
int low();
void nothing();

int main(void) {
    everypath_assert(low(0x500000002LL, 9) == 3);
    nothing(1, 2.0);
    return 0;
}

int low(int x) { return x + 1; }
void nothing(int x) { everypath_assert(x == 1); }
