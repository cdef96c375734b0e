// target: both
// also: riscv
// flags: --cflag=-O2
// expect: safe
#include <everypath.h>

/* With -O2 machine code has no divisions for remainders that are only compared, but products, rotations and comparisons. */
int main(void) {
    int seconds = everypath_i32("seconds");
    unsigned percent = everypath_u32("percent");
    if (seconds % 60 == 0)
        everypath_assert(seconds % 12 == 0);
    if (percent % 100 == 99)
        everypath_assert(percent % 10 == 9);
    return 0;
}
