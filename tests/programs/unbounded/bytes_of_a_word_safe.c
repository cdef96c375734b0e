// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Bytes of a word are counted one by one; the others stay 0. */
int main(void) {
    unsigned word = 0;
    unsigned char *bytes = (unsigned char *)&word;
    while (everypath_bool("more")) bytes[1]++;
    assert((word & 0xffff00ffu) == 0);
    return 0;
}
