// target: lp64
// flags: --symbolic-stdin 2
// expect: unsafe assertion
// line: 12
// example: stdin = "42"
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int x;
    if (scanf("%d", &x) != 1) return 0;
    everypath_assert(x != 42);
    return 0;
}
