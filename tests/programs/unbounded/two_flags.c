// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* One of the questions is missing. */
int main(void) {
    _Bool reading = 0, writing = 0;
    for (;;) {
        switch (everypath_u8("event") & 3) {
        case 0: if (!writing) reading = 1; break;
        case 1: reading = 0; break;
        case 2: writing = 1; break;
        default: writing = 0;
        }
        assert(!(reading && writing));
    }
}
