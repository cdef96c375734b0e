// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* The greatest of numbers that are no NaNs is at least as great as each of them. */
int main(void) {
    double numbers[3], greatest;
    for (int i = 0; i < 3; i++) {
        numbers[i] = everypath_double("number");
        everypath_assume(numbers[i] == numbers[i]);
    }
    greatest = numbers[0];
    for (int i = 1; i < 3; i++)
        if (numbers[i] > greatest) greatest = numbers[i];
    for (int i = 0; i < 3; i++) everypath_assert(greatest >= numbers[i]);
    return 0;
}
