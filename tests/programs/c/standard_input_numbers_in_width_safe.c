// target: both
// also: riscv
// expect: safe
#include <everypath.h>
#include <stdio.h>

/* A number of so many digits is not too large, and has no more of them. */
int main(void) {
    int number;
    short small;
    if (scanf("%9d", &number) == 1) everypath_assert(number <= 999999999 && number >= -99999999);
    if (scanf("%4hd", &small) == 1) everypath_assert(small <= 9999 && small >= -999);
    return 0;
}
