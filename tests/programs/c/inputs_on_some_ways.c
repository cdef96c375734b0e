// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* Only some rounds ask for a step, so which input is the last step depends on the way there. It is 9 where all before add up to 12. */
int main(void) {
    int sum = 0, last = 0;
    for (int round = 0; round < 6; round++) {
        if (everypath_int("moves") > 5) {
            last = everypath_int("step");
            if (0 < last && last < 5) sum += last;
            else if (last == 9 && sum == 12) assert(round != 4);
        }
    }
    return 0;
}
