// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 15
// example: number = 9221120237041090560
#include <everypath.h>

/* Nothing is greater than a NaN, so one that comes first is taken for the greatest. */
int main(void) {
    double numbers[3], greatest;
    for (int i = 0; i < 3; i++) numbers[i] = everypath_double("number");
    greatest = numbers[0];
    for (int i = 1; i < 3; i++)
        if (numbers[i] > greatest) greatest = numbers[i];
    for (int i = 0; i < 3; i++) everypath_assert(greatest >= numbers[i]);
    return 0;
}
