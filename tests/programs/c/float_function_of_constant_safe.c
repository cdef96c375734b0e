// target: both
// also: riscv
// expect: safe
// assumed: function-values
#include <everypath.h>
#include <math.h>

/* No compiler works out the value beforehand: it would be that of the library that the compiler was built with. */
int main(void) {
    double y = sin(1.0);
    everypath_assert(y > 0.8414 && y < 0.8415);
    return 0;
}
