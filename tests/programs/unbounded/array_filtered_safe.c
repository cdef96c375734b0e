// target: lp64
// also: riscv
// expect: safe
// unproven: riscv32 -O 0
#include <assert.h>
#include <everypath.h>

static int kept[300];

/* Positive numbers are kept, side by side. */
int main(void) {
    int count = 0;
    while (count < 300 && everypath_bool("more")) {
        int number = everypath_int("number");
        if (number > 0) kept[count++] = number;
    }
    for (int i = 0; i < count; i++) assert(kept[i] > 0);
    return 0;
}
