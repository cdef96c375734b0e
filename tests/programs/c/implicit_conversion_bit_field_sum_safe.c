// target: both
// machine: no, the check is not of machine code
// flags: --check implicit-conversion
// expect: safe
#include <everypath.h>

static struct { signed int low : 5; unsigned int high : 3; signed char small : 4; signed int whole : 32; signed int byte : 8; } fields;

static int one_more(int k) { return k + 1; }

/* What is stored fits in each field, whatever its sign and the unit that it lies in. */
int main(void) {
    int k = everypath_int("k");
    unsigned int u = everypath_u32("u");
    everypath_assume(k >= -17 && k <= 14 && u < 8);
    fields.low = k + 1;
    fields.low = one_more(k);
    fields.low = k > 0 ? k : -1;
    fields.high = u ^ 1;
    fields.small = (signed char)(k / 4);
    fields.whole = k * 1000;
    fields.byte = k * 7;
    everypath_assert(fields.low == (k > 0 ? k : -1) && fields.high == (u ^ 1));
    return 0;
}
