// target: both
// also: riscv
// flags: --checks assertion
// expect: unsafe assertion
// line: 11
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int number;
    everypath_assert(!(scanf("%d ", &number) == 1 && number == 123456 && feof(stdin)));
    return 0;
}
