// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 11
#include <everypath.h>

/* Ten steps of a tenth are less than one, so there is an eleventh. */
int main(void) {
    int steps = 0;
    for (double t = 0; t < 1; t += 0.1) steps++;
    everypath_assert(steps == 10);
    return 0;
}
