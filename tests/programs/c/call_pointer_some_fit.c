// target: both
// replay: the sanitizers of a native run compare no types of calls
// expect: unsafe invalid-call
#include <everypath.h>

static int twice(int number) { return 2 * number; }
static int half(float number) { return (int)(number / 2); }
static int thrice(int number) { return 3 * number; }

int main(void) {
    int (*const table[])(int) = {twice, (int (*)(int))half, thrice};
    unsigned chosen = (unsigned)everypath_int("chosen");
    everypath_assume(chosen < 3);
    // The way that violates the type of the call is not the only one.
    return table[chosen](5) == 15;
}
