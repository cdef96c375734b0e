// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* Two inputs of different rounds need not be equal. */
int main(void) {
    unsigned last = 0, known = 0;
    for (;;) {
        unsigned next = (unsigned)everypath_int("next");
        if (known) {
            assert(next == last);
        }
        last = next;
        known = 1;
    }
}
