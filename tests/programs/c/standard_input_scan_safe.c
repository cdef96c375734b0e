// target: lp64
// flags: --symbolic-stdin 2
// expect: safe
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int x;
    if (scanf("%d", &x) != 1) return 0;
    everypath_assert(x >= -9 && x <= 99);
    return 0;
}
