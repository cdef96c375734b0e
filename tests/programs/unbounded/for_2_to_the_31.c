// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* Two thousand million rounds without an input. */
int main(void) {
    unsigned i = 0;
    for (;;) {
        i++;
        assert(i != 0x80000000);
    }
}
