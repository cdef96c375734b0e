// target: both
// also: riscv
// flags: --cflag=-O2
// expect: unsafe assertion
// line: 16
// example: seconds = 2147483640
#include <everypath.h>

/* With -O2 machine code has no divisions for remainders that are only compared, but products, rotations and comparisons. */
int main(void) {
    int seconds = everypath_i32("seconds");
    unsigned percent = everypath_u32("percent");
    if (percent % 100 == 99)
        everypath_assert(percent % 10 == 9);
    if (seconds % 60 == 0 && seconds > 2147483600)
        everypath_assert(seconds % 36 == 0);
    return 0;
}
