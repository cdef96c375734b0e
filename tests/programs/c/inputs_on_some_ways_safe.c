// target: both
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Each round asks for one input or for two, so the name of the next one depends on the way there. */
int main(void) {
    int table[3] = {2, 3, 4}, chosen[6], first = 4;
    for (int i = 0; i < 6; i++) {
        if (everypath_int("whether"))
            chosen[i] = table[2];
        else if (everypath_int("which"))
            chosen[i] = table[0];
        else
            chosen[i] = first;
    }
    int some = everypath_int("some");
    everypath_assume((0 <= some) & (some < 6));
    assert(2 <= chosen[some] && chosen[some] <= 4);
    return 0;
}
