// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* A carry goes into the next byte. */
int main(void) {
    unsigned word = 0;
    unsigned char *bytes = (unsigned char *)&word;
    while (everypath_bool("more")) {
        if (++bytes[1] == 0) bytes[2]++;
    }
    assert((word & 0xffff00ffu) == 0);
    return 0;
}
