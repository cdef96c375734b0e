// target: lp64
// machine: no, the check is not of machine code
// flags: --check implicit-conversion
// expect: unsafe implicit-conversion
// replay: the check of clang compares the field with itself
// line: 15
#include <everypath.h>

/* Units of 48 bits are none of C's types. */
static struct __attribute__((packed)) { long wide : 48; } field;

int main(void) {
    long k = everypath_i64("k");
    everypath_assume(k >= 0 && k <= 1L << 47);
    field.wide = k ^ 1;
    return 0;
}
