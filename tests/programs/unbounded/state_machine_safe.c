// target: both
// also: riscv
// expect: safe
// unproven: riscv32 -O 0, riscv64 -O 2
#include <assert.h>
#include <everypath.h>

/* A lock that is taken in one state and given back in another. */
int main(void) {
    int state = 0, locked = 0;
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
        case 2:
            assert(locked);
            locked = 0;
            state = 0;
            break;
        default:
            assert(0);
        }
    }
}
