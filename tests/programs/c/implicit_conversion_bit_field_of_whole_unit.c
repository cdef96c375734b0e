// target: both
// machine: no, the check is not of machine code
// flags: --check implicit-conversion
// expect: unsafe implicit-conversion
// replay: the check of clang compares the field with itself
// line: 16
// example: k = 127
#include <everypath.h>

/* A field that fills the unit it lies in: nothing is masked. */
static struct { signed int whole : 8; } field;

int main(void) {
    int k = everypath_int("k");
    everypath_assume(k >= -129 && k <= 127);
    field.whole = k + 1;
    return 0;
}
