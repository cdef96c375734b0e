// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* At ten bytes it may be more than 9 times 255. */
int main(void) {
    unsigned char n = everypath_u8("n");
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) sum += everypath_u8("value");
    assert(sum <= 9 * 255);
    return 0;
}
