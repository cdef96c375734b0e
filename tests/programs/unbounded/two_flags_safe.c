// target: lp64
// also: riscv
// expect: safe
// unproven: riscv32 -O 0
#include <assert.h>
#include <everypath.h>

/* At most one of two flags is set. */
int main(void) {
    _Bool reading = 0, writing = 0;
    for (;;) {
        switch (everypath_u8("event") & 3) {
        case 0: if (!writing) reading = 1; break;
        case 1: reading = 0; break;
        case 2: if (!reading) writing = 1; break;
        default: writing = 0;
        }
        assert(!(reading && writing));
    }
}
