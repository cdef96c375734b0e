// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* Ten times what is below one is below ten, rounded too. */
static const int table[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};

int main(void) {
    float x = everypath_float("x");
    everypath_assume(x >= 0 && x < 1);
    int entry = table[(int)(x * 10)];
    everypath_assert(entry <= 81);
    return 0;
}
