// target: lp64
// expect: unsafe assertion
#include <everypath.h>

struct large {
    unsigned char bytes[200000];
};

static struct large one, other;

/* What is written behind the copy is not in it. */
int main(void) {
    unsigned filled = everypath_u32("filled");
    everypath_assume(filled < 200000);
    for (unsigned i = 0; i < filled; i++) one.bytes[i] = everypath_u8("byte");
    other = one;
    one.bytes[2]++;
    unsigned asked = everypath_u32("asked");
    everypath_assume(asked < 200000);
    everypath_assert(other.bytes[asked] == one.bytes[asked]);
    return 0;
}
