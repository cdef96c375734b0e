// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* Two to the 31 steps of an unsigned counter lie between the beginning and the fault. */
int main(void) {
    unsigned count = 0;
    while (everypath_bool("more")) count++;
    assert(count != 0x80000000u);
    return 0;
}
