// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

static int numbers[400];

/* None is greater than the greatest. */
int main(void) {
    int count = everypath_int("count");
    everypath_assume(count > 0 && count <= 400);
    for (int i = 0; i < count; i++) numbers[i] = everypath_int("number");
    int greatest = numbers[0];
    for (int i = 1; i < count; i++)
        if (numbers[i] > greatest) greatest = numbers[i];
    for (int i = 0; i < count; i++) assert(numbers[i] <= greatest);
    return 0;
}
