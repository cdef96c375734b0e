// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* A part of something is an integer that is not too large. */
int main(void) {
    unsigned char part = everypath_u8("part"), whole = everypath_u8("whole");
    everypath_assume(whole > 0);
    int percentage = (int)(100.0f * part / whole);
    everypath_assert(percentage >= 0 && percentage <= 25500);
    return 0;
}
