// target: both
// also: riscv
// flags: --checks assertion
// expect: unsafe assertion
// line: 14
#include <everypath.h>
#include <stdio.h>

/* A digit that is one too many is read by the next. */
int main(void) {
    int first;
    char letter;
    if (scanf("%4d%c", &first, &letter) != 2) return 0;
    everypath_assert(!(first == -12 && letter == '7'));
    return 0;
}
