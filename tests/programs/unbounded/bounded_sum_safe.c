// target: lp64
// also: riscv
// expect: safe
// unproven: riscv64 -O 2
#include <assert.h>
#include <everypath.h>

/* A sum of bytes is at most 255 for each. */
int main(void) {
    unsigned char n = everypath_u8("n");
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) sum += everypath_u8("value");
    assert(sum <= 255u * n);
    return 0;
}
