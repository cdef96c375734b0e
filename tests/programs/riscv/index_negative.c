// target: both
// expect: unsafe assertion
// line: 16
// input: i = -4
// Only the upper bound of the index is checked.
#include <everypath.h>

static unsigned char memory[12];

int main(void) {
    unsigned char *const buffer = memory + 4;
    int i = everypath_i8("i");
    everypath_assume(i >= -4);
    if (i >= 8) return 0;
    buffer[i] = 1;
    everypath_assert(memory[0] == 0);
    return 0;
}
