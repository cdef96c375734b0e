// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    static void *const targets[] = {&&increment, &&twice, &&stop};
    unsigned char program[3] = {everypath_u8("code"), 0, 2};
    everypath_assume(program[0] < 2);
    int value = 1, at = 0;
    goto *targets[program[at]];
increment:
    value++;
    goto *targets[program[++at]];
twice:
    value *= 2;
    goto *targets[program[++at]];
stop:
    everypath_assert(value == 3);
    return 0;
}
