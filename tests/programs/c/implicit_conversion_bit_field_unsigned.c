// target: both
// machine: no, the check is not of machine code
// flags: --check implicit-conversion
// expect: unsafe implicit-conversion
// replay: the check of clang compares the field with itself
// line: 15
// example: u = 9
#include <everypath.h>

static struct { unsigned int other : 7; unsigned int high : 3; } fields;

int main(void) {
    unsigned int u = everypath_u32("u");
    everypath_assume(u > 0 && u <= 9);
    fields.high = u - 1;
    return 0;
}
