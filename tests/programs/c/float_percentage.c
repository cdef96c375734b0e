// target: lp64
// expect: unsafe invalid-conversion
// line: 11
// example: part = 0
#include <everypath.h>

/* A part of nothing is infinite or a NaN, and neither is an integer. */
int main(void) {
    unsigned char part = everypath_u8("part"), whole = everypath_u8("whole");
    everypath_assume(part <= whole);
    int percentage = (int)(100.0f * part / whole);
    return percentage > 200;
}
