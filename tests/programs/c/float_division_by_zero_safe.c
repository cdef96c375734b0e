// target: lp64
// machine: no, the check is not of machine code
// flags: --check float-division-by-zero
// expect: safe
#include <everypath.h>

/* Three is no square of a number with 53 digits. */
int main(void) {
    double x = everypath_double("x");
    everypath_assume(x == 1.5 || x == 1.75 || x == 0x1.bb67ae8584caap0);
    double y = 1 / (x * x - 3), z = 0 / (x - x);
    return y == 0 && z == 0;
}
