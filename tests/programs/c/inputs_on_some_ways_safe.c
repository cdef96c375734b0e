// target: both
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* A hundred rounds that ask for one input or for two. Paths that asked for different numbers of inputs are merged: else there were
   a hundred of them in the last round. */
int main(void) {
    int table[3] = {2, 3, 4}, chosen[100], first = 4;
    for (int i = 0; i < 100; i++) {
        if (everypath_int("whether"))
            chosen[i] = table[2];
        else if (everypath_int("which"))
            chosen[i] = table[0];
        else
            chosen[i] = first;
    }
    int some = everypath_int("some");
    everypath_assume((0 <= some) & (some < 100));
    assert(2 <= chosen[some] && chosen[some] <= 4);
    return 0;
}
