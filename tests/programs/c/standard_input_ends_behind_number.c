// target: both
// also: riscv
// flags: --checks assertion
// expect: unsafe assertion
// line: 16
#include <everypath.h>
#include <stdio.h>

/* The end is seen where a number is read up to it, and is not seen where a newline comes first: then the loop goes around once more. */
int main(void) {
    int number, sum = 0, rounds = 0;
    while (rounds < 3 && !feof(stdin)) {
        if (scanf("%d", &number) == 1) sum += number == 7;
        rounds++;
    }
    everypath_assert(!(rounds == 2 && sum == 1));
    return 0;
}
