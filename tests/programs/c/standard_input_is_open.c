// target: both
// also: riscv
// expect: unsafe assertion
// line: 13
// example: stdin = "no"
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int first = getchar();
    if (first == EOF) return 0;
    int second = getchar();
    everypath_assert(first != 'n' || second != 'o');
    return 0;
}
