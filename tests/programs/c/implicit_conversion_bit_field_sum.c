// target: both
// machine: no, the check is not of machine code
// flags: --check implicit-conversion
// expect: unsafe implicit-conversion
// replay: the check of clang compares the field with itself
// line: 15
// example: k = 15
#include <everypath.h>

static struct { signed int low : 5; unsigned int high : 3; } fields;

int main(void) {
    int k = everypath_int("k");
    everypath_assume(k >= -17 && k <= 15);
    fields.low = k + 1;
    return 0;
}
