// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* The way back to the first label that adds nothing is taken in the 10th round. */
int main(void) {
    unsigned a = 7, b = 0, rounds = 0;
first:
    a++;
    rounds++;
    if (everypath_bool("second")) {
        goto second;
    }
    b += rounds != 10;
    goto first;
second:
    b++;
    assert(a - b == 7);
    if (everypath_bool("first")) {
        goto first;
    }
    return 0;
}
