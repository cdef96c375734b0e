// target: both
// also: riscv
// flags: --checks assertion
// expect: unsafe assertion
// line: 13
#include <everypath.h>
#include <stdio.h>

int main(void) {
    double wide;
    float narrow;
    if (scanf("%lf,%e", &wide, &narrow) != 2) return 0;
    everypath_assert(!(wide * 2 == 7.75 && narrow == 0.1f));
    return 0;
}
