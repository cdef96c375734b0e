// target: both
// also: riscv
// expect: safe
#include <everypath.h>

static volatile double large = 3e9;

int main(void) {
    unsigned value = (unsigned)large;
    everypath_assert(value != 0 && (float)16777217 == 16777216.0f && (int)-2.9 == -2);
    return 0;
}
