// target: both
// also: riscv
// flags: --checks assertion
// expect: unsafe assertion
// line: 15
#include <everypath.h>
#include <stdio.h>

/* A sign with nothing behind it is taken, and no number. */
int main(void) {
    int number, read = scanf("%d", &number);
    if (read != 0) return 0;
    int next = getchar();
    everypath_assert(next != '5');
    everypath_assert(next != EOF);
    return 0;
}
