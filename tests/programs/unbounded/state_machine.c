// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* After ten times round the lock is forgotten. */
int main(void) {
    int state = 0, locked = 0, times = 0;
    for (;;) {
        int go = everypath_bool("go");
        switch (state) {
        case 0:
            if (go) {
                assert(!locked);
                locked = 1;
                state = 1;
            }
            break;
        case 1:
            if (go) {
                state = 2;
            }
            break;
        default:
            times++;
            locked = times == 10;
            state = 0;
            break;
        }
    }
}
