// target: both
// also: riscv
// flags: --checks assertion
// expect: unsafe assertion
// line: 13
#include <everypath.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double first, second;
    if (scanf("%lf %lf", &first, &second) != 2) return 0;
    everypath_assert(!(isinf(first) && first < 0 && isnan(second) && getchar() == 'i'));
    return 0;
}
