// target: lp64
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* Bit 31 is set after two to the 31 rounds. */
int main(void) {
    unsigned long count = 0;
    for (;;) {
        count += 1;
        if (everypath_bool("stop")) break;
    }
    assert((count & 0x80000000u) == 0);
    return 0;
}
